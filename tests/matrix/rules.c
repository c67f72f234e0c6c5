/* rules.c - the table of rules: read and checked. */
#include "rules.h"

enum { TABLE_BYTES = 1 << 20 };

nbb_status parse_rule(const char *text, const nbb_domain *domain, nbb_rule *rule)
{
    return nbb_rule_parse(text, nbb_domain_axes(domain), rule);
}

nbb_status read_rule(const char *path, const nbb_domain *domain, nbb_rule *rule)
{
    NBB_LOCAL_TEXT table = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_read_file(&table, path, TABLE_BYTES, NBB_ERROR_RUN));
    nbb_status status = nbb_fail(NBB_ERROR_RUN, "%s: no rule for %s", path, nbb_domain_name(domain));
    const char *next = nbb_text_string(&table);
    for (int number = 1; *next != 0; ++number) {
        char name[64], text[64];
        bool is_its = sscanf(next, "%63[a-z0-9_] %63s", name, text) == 2
                      && strcmp(name, nbb_domain_name(domain)) == 0;
        if (is_its) {
            status = parse_rule(text, domain, rule);
            break;
        }
        next += strcspn(next, "\n");
        next += *next == '\n';
    }
    return status;
}

nbb_status check_share(const start *from)
{
    uint64_t cells = (uint64_t)nbb_domain_cells(&from->domain), alive = from->expected.population;
    if (cells == 1 || (alive * 100 >= cells * SHARE_LEAST && alive * 100 <= cells * SHARE_MOST)) {
        return NBB_OK;
    }
    NBB_LOCAL_TEXT rule = NBB_TEXT_EMPTY;
    nbb_rule_print_on(from->rule, nbb_domain_axes(&from->domain), &rule);
    return nbb_fail(NBB_ERROR_VERIFY,
                                 "%s of size %" PRId64 " under %s: %" PRIu64 " of %" PRIu64 " cells"
                                 " are alive after %" PRId64 " steps, expected %d to %d%%",
                    nbb_domain_name(&from->domain), from->domain.size, nbb_text_string(&rule), alive, cells,
                    from->steps, SHARE_LEAST, SHARE_MOST);
}
