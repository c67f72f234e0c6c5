#!/usr/bin/perl
# launches.pl - prints a .cu file as C++: the pieces of CUDA's syntax that no macro can express are rewritten.
#
#     name<<<grid, block, bytes>>>(arguments)  ::emu::kernel("name", name, bound, cluster, grid, block, bytes)(arguments)
#     cudaLaunchCooperativeKernel(name, ...)  ::emu::launch_cooperative("name", name, bound, cluster, ...)
#     extern __shared__ type name[];        type *const name = static_cast<type *>(::emu::dynamic_shared());
#     asm("{ .reg .b32 x; lop3.b32 x, %1, %2, %3, 0x96; not.b32 %0, x; }" : "=r"(d) : "r"(a), "r"(b), "r"(c));
#         unsigned x = ::emu::lop3(0x96, a, b, c); d = ~x;
#     asm volatile("mma.sync... {%0, %1}, ..." : "+r"(d0), "+r"(d1) : "r"(a), "r"(b));      ::emu::mma_...(d0, d1, a, b);
#     asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));                              r = ::emu::rsqrt(x);
#     asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));                                    h = ::emu::half_from(x);
#     asm volatile("mov.u32 %0, %%warpid;" : "=r"(w));                                     w = ::emu::warp_slot();
#
# Every line keeps its number. `bound` is the first argument of the kernel's __launch_bounds__, 1024 without one;
# `cluster` that of its __cluster_dims__, 1 without one.
use strict;
use warnings;

my $path = shift or die "usage: launches.pl x.cu\n";
open my $file, '<', $path or die "$path: $!\n";
my $text = do { local $/; <$file> };

my (%bound, %cluster, $clusters);
my $qualifiers = qr/(?:void\s+|__(?:launch_bounds|cluster_dims)__\s*\([^()]*\)\s*)*/;
$bound{$2} = $1 while $text =~ /__launch_bounds__\s*\(\s*([^(),]+)[^()]*\)\s*$qualifiers(\w+)\s*\(/g;
$cluster{$2} = $1, ++$clusters while $text =~ /__cluster_dims__\s*\(\s*([^(),]+)\)\s*$qualifiers(\w+)\s*\(/g;
die "$path: a __cluster_dims__ that the emulator does not know: not of one number, before the kernel's name\n"
    if ($clusters || 0) != (() = $text =~ /\b__cluster_dims__\b/g);

$text =~ s/\bextern __shared__ (\w+) (\w+)\[\];/$1 *const $2 = static_cast<$1 *>(::emu::dynamic_shared());/g;

$text =~ s/(?<!\w)([A-Za-z_][\w:]*+)((?:<[^<>;]*>)?)(\s*)<<<([^;]*?)>>>/
           my ($limit, $blocks) = ($bound{$1} || 1024, $cluster{$1} || 1);
           "::emu::kernel(\"$1\", $1$2, $limit, $blocks,$3$4)"/gex;

$text =~ s/\bcudaLaunchCooperativeKernel\(\s*([A-Za-z_]\w*),/
           my ($limit, $blocks) = ($bound{$1} || 1024, $cluster{$1} || 1);
           "::emu::launch_cooperative(\"$1\", $1, $limit, $blocks,"/gex;

# PTX: the operands of exactly these instructions, in this form; no other.
my $mma = quotemeta('mma.sync.aligned.m8n8k16.row.col.s32.u8.') . '([us])8' . quotemeta('.s32 {%0, %1}, {%2}, {%3}, {%0, %1};');
my $operand = qr/\(((?:[^()]|\([^()]*\))*)\)/;
$text =~ s/\basm\s+volatile\s*\(\s*"$mma"(\s*):\s*"\+r"$operand,\s*"\+r"$operand\s*:\s*"r"$operand,\s*"r"$operand\s*\)/
           "::emu::mma_m8n8k16_u8($3, $4, $5, $6, " . ($1 eq 's' ? 'true' : 'false') . ")$2"/gex;

# Logic instructions. An output is written by the last of them alone, for an earlier write could change an input, or is declared
# as written early, "=&r".
my %logic = ('lop3.b32' => '::emu::lop3(%4$s, %1$s, %2$s, %3$s)', 'and.b32' => '%s & %s', 'or.b32' => '%s | %s',
             'xor.b32' => '%s ^ %s', 'not.b32' => '~%s', 'mov.b32' => '%s');
my $string = qr/"(?:[^"\\]|\\.)*"/;
my $between = qr/(?:\s|\/\/[^\n]*\n)*/;
sub logic
{
    my ($strings, $outputs, $inputs, $lines) = @_;
    my $ptx = join '', map { s/\\[nt]/ /gr } $strings =~ /"((?:[^"\\]|\\.)*)"/g;
    my $refuse = sub { die "$path: an asm statement that the emulator does not know: $_[0], in '$ptx'\n" };
    my (%place, %written, $code);  # by operand or register: what stands for it in C++, whether it has a value
    my @outputs = $outputs =~ /r"$operand/g;
    my @early = $outputs =~ /"=(&?)r"/g;
    $place{"%$_"} = $outputs[$_] for 0 .. $#outputs;
    my $number = @outputs;
    for my $input ($inputs =~ /"r"$operand/g) {
        $place{"%$number"} = "emu_in$number";
        $written{"%$number"} = 1;
        $code .= "const unsigned emu_in$number = $input; ";
        ++$number;
    }
    my $scoped = $ptx =~ s/^\s*\{(.*)\}\s*$/$1/s;
    my @instructions = grep { /\S/ } split /;/, $ptx;
    for my $i (0 .. $#instructions) {
        my ($name, @operands) = $instructions[$i] =~ /([^\s,]+)/g;
        if ($name eq '.reg') {
            $refuse->('registers outside of braces, or not .b32') if !$scoped || shift @operands ne '.b32';
            $place{$_} = "emu_$_" for @operands;
            $code .= 'unsigned ' . join(', ', map { "emu_$_" } @operands) . '; ';
            next;
        }
        my $form = $logic{$name} or $refuse->($name);
        my $table = $name eq 'lop3.b32' ? pop @operands : undef;
        my $to = shift @operands;
        $refuse->("$name with " . @operands . ' operands') if @operands != ($table ? 3 : $form =~ tr/%//);
        $refuse->("the table $table") if defined $table && $table !~ /^0x[0-9a-f]+$/;
        for my $from (@operands) {
            $refuse->("$from is read, and is no input nor written before") if !$written{$from};
        }
        my $too_early = $to =~ /^%(\d+)$/ && ($1 >= @outputs || !$early[$1] && $i != $#instructions);
        $refuse->("$to is written") if !defined $place{$to} || $too_early;
        $written{$to} = 1;
        $code .= "$place{$to} = " . sprintf($form, (map { $place{$_} } @operands), $table // ()) . '; ';
    }
    $written{"%$_"} or $refuse->("the output %$_ is not written") for 0 .. $#outputs;
    return "do { $code} while (0)" . "\n" x $lines;
}
$text =~ s/(\basm\s*\($between((?:$string$between)+):\s*((?:"=&?r"$operand\s*,?\s*)+):\s*((?:"r"$operand\s*,?\s*)+)\))/
           logic($2, $3, $5, $1 =~ tr{\n}{})/gex;
$text =~ s/\basm\s*\(\s*"rsqrt\.approx\.ftz\.f32 %0, %1;"\s*:\s*"=f"$operand\s*:\s*"f"$operand\s*\)/$1 = ::emu::rsqrt($2)/g;
$text =~ s/\basm\s+volatile\s*\(\s*"prefetch\.global\.L2 \[%0\];"\s*:\s*:\s*"l"$operand\s*\)/(void)($1)/g;
$text =~ s/\basm\s*\(\s*"cvt\.rn\.f16\.f32 %0, %1;"\s*:\s*"=h"$operand\s*:\s*"f"$operand\s*\)/$1 = ::emu::half_from($2)/g;
$text =~ s/\basm\s+volatile\s*\(\s*"mov\.u32 %0, %%warpid;"\s*:\s*"=r"$operand\s*\)/$1 = ::emu::warp_slot()/g;
my %memory = (
    'red.release.gpu.global.add.u32 [%0], %1;' => ['red_release_add', ': : "l", "r"'],
    'ld.acquire.gpu.global.u32 %0, [%1];' => ['ld_acquire', ': "=r" : "l"'],
    'atom.acquire.gpu.global.exch.b32 %0, [%1], %2;' => ['atom_acquire_exch', ': "=r" : "l", "r"'],
    'st.release.gpu.global.u32 [%0], %1;' => ['st_release', ': : "l", "r"'],
    'ld.relaxed.gpu.global.u64 %0, [%1];' => ['ld_relaxed', ': "=l" : "l"'],
    'st.relaxed.gpu.global.u64 [%0], %1;' => ['st_relaxed', ': : "l", "l"'],
);
for my $instruction (keys %memory) {
    my ($name, $operands) = @{$memory{$instruction}};
    my $pattern = join '\s*', map { /"/ ? "$_$operand" : $_ } $operands =~ /:|,|"[^"]+"/g;
    $text =~ s/\basm\s+volatile\s*\(\s*"\Q$instruction\E"\s*$pattern\s*:\s*"memory"\s*\)/
               "::emu::$name(" . join(', ', grep { defined } $1, $2, $3) . ')'/gex;
}
die "$path: an asm statement that the emulator does not know\n" if $text =~ /\basm\b\s*(?:volatile\s*)?\(/;

# What a standalone file checks itself with is host code, for which stores are not counted.
$text =~ s/^\/\/ ---- What follows .*/#define static __attribute__((no_sanitize("kernel-address", "undefined"))) static/m;

print "#line 1 \"$path\"\n$text";
