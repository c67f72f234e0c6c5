'use strict';
const key = new URLSearchParams(location.search).get('key'), at = id => document.getElementById(id), canvas = at('picture');
const RAMPS = {
  viridis: ['440154', '482576', '414487', '355f8d', '2a788e', '21918c', '22a884', '44bf70', '7ad151', 'bddf26', 'fde725'],
  cividis: ['00224e', '083370', '35456c', '4f576c', '666970', '7d7c78', '948e77', 'aea371', 'c8b866', 'e5cf52', 'fee838'],
  grey: ['303030', 'ffffff'],
};
let state = null, view = null, shown = null, field = 0, range = null, dirty = true, table = null, ended = false;
let curves = {}, last = -1, pending = [], pointers = new Map(), pressed = null, copy = 0, exchanged = [];

const address = (path, values = {}) => path + '?' + new URLSearchParams({ key, copy: Math.max(copy, 0), ...values });
async function ask(path, values, options) {
  const answer = await fetch(address(path, values), options);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}
async function act(wanted) {
  try {
    take(await (await ask('/do', {}, { method: 'POST', body: JSON.stringify(wanted) })).json());
    dirty = true;
  } catch (error) { at('failure').textContent = error.message; }
}

// ---- colours
function makeTable() {
  const ramp = RAMPS[at('colours').value].map(text => [0, 2, 4].map(i => parseInt(text.substr(i, 2), 16)));
  table = Array.from({ length: 256 }, (_, i) => {
    const place = i / 255 * (ramp.length - 1), low = Math.min(Math.floor(place), ramp.length - 2), part = place - low;
    const [r, g, b] = ramp[low].map((from, c) => Math.round(from + (ramp[low + 1][c] - from) * part));
    return 0xff000000 | b << 16 | g << 8 | r;
  });
  const pixels = new ImageData(new Uint8ClampedArray(new Uint32Array(Array.from({ length: 128 }, (_, i) => table[2 * i])).buffer), 128, 1);
  at('ramp').getContext('2d').putImageData(pixels, 0, 0);
}
function paint() {
  const { values, width, height, tiles, columns } = shown, across = columns * width, down = Math.ceil(tiles.length / columns) * height;
  if (!values) return;
  const pixels = new Uint32Array(across * down);
  let [least, most] = range ?? [Infinity, -Infinity], i = 0;
  for (const value of values) if (Number.isFinite(value)) { if (value < least) least = value; if (value > most) most = value; }
  range = [least, most];
  const times = most > least ? 255 / (most - least) : 0;
  for (const { u, v } of tiles) {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
      const value = values[i++];
      if (Number.isFinite(value)) pixels[(v + y) * across + u + x] = table[Math.round((value - least) * times)];
    }
  }
  shown.bitmap ??= new OffscreenCanvas(across, down);
  shown.bitmap.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), across, down), 0, 0);
  at('least').textContent = least <= most ? +least.toPrecision(4) : '';
  at('most').textContent = least <= most ? +most.toPrecision(4) : '';
}
function show() {
  const context = canvas.getContext('2d');
  context.fillStyle = '#10141c';
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (!shown) return;
  const { scale, width, height, tiles, bitmap } = shown;
  context.imageSmoothingEnabled = false;
  context.font = '12px system-ui, sans-serif';
  context.strokeStyle = context.fillStyle = '#ffd166';
  context.lineWidth = 3;
  for (const { x, y, u, v, number } of tiles) {
    const place = [(x - view.x) / view.scale + canvas.width / 2, (y - view.y) / view.scale + canvas.height / 2];
    const size = [width * scale / view.scale, height * scale / view.scale];
    context.drawImage(bitmap, u, v, width, height, ...place, ...size);
    if (tiles.length > 1 && exchanged[number]) context.strokeRect(...place, ...size);
    if (tiles.length > 1 && size[0] > 40) context.fillText(nameOf(number), place[0], place[1] - 4, size[0]);
  }
  at('where').textContent = view.scale < 1 ? `${+(1 / view.scale).toPrecision(3)} pixels a cell` : `${+view.scale.toPrecision(3)} cells a pixel`;
}

// ---- what is looked at: the cell in the middle, and cells a pixel
function fit() {
  const [width, height] = extent();
  view = { x: width / 2, y: height / 2, scale: Math.max(width / canvas.width, height / canvas.height) * 1.02 };
  look();
}
const cubes = () => at('cubes').getAttribute('aria-pressed') === 'true';
const shownCopies = () => copy < 0 ? state.places.map((_, number) => number) : [copy];
// Copies side by side, as near to a square as can be; above each there is room for its name.
const columnsOf = count => Math.ceil(Math.sqrt(count * state.sides[1] / state.sides[0]));
const step = axis => state.sides[axis] * (axis ? 1.2 : 1.05);
function extent() {
  if (cubes()) return shown?.cubes ?? [1, 1];
  const count = shownCopies().length, columns = columnsOf(count);
  return copy < 0 ? [columns * step(0), Math.ceil(count / columns) * step(1)] : state.sides;
}
// What distinguishes a copy from others: values and its seed; and, where it has exchanged, whose state it has.
function nameOf(number) {
  const differ = values => values.some(value => value !== values[0]);
  const words = Object.entries(state.parameters).filter(([, values]) => differ(values)).map(([name, values]) => `${name}=${+values[number].toPrecision(4)}`);
  if (differ(state.seeds)) words.push(`seed ${state.seeds[number]}`);
  return words.join(' ') + (state.places[number] !== number ? ` \u2190 ${state.places[number]}` : '');
}
function look() { dirty = true; if (shown) show(); }
function zoom(times, x = canvas.width / 2, y = canvas.height / 2) {
  const scale = Math.min(Math.max(view.scale * times, 1 / 64), Math.max(...extent()) / 64 + 1);
  view.x += (x - canvas.width / 2) * (view.scale - scale);
  view.y += (y - canvas.height / 2) * (view.scale - scale);
  view.scale = scale;
  look();
}
function move(x, y) { view.x += x * view.scale; view.y += y * view.scale; look(); }
function resize() {
  const { clientWidth, clientHeight } = canvas;
  canvas.width = Math.min(clientWidth, 1200);
  canvas.height = Math.max(1, Math.round(clientHeight * canvas.width / clientWidth));
  if (state) look();
}
async function fetchPicture() {
  if (cubes()) {
    const bitmap = await createImageBitmap(await (await ask('/cubes', { field })).blob()), { width, height } = bitmap, first = !shown?.cubes;
    shown = { scale: 1, width, height, tiles: [{ x: 0, y: 0, u: 0, v: 0 }], bitmap, cubes: [width, height] };
    if (first) fit();
  } else {
    const numbers = shownCopies(), columns = columnsOf(numbers.length), count = (i, size) => Math.ceil(size / i);
    let scale = Math.max(1, Math.ceil(view.scale)), x = 0, y = 0, [width, height] = state.sides;
    if (copy < 0) {
      while (numbers.length * count(scale, width) * count(scale, height) > 1 << 20) ++scale;
      [width, height] = [count(scale, width), count(scale, height)];
    } else {
      const least = i => Math.floor((i ? view.y - canvas.height / 2 * view.scale : view.x - canvas.width / 2 * view.scale) / scale);
      const most = (i, size) => Math.min(Math.ceil(size * view.scale / scale) + 1, Math.ceil(state.sides[i] / scale) - Math.max(0, least(i)) + 1);
      [x, y] = [Math.max(0, least(0)) * scale, Math.max(0, least(1)) * scale];
      [width, height] = [Math.max(1, most(0, canvas.width)), Math.max(1, most(1, canvas.height))];
    }
    const answer = await ask('/picture', { field, x, y, z: at('z').value, scale, width, height, copies: numbers.length, copy: numbers[0] });
    const tiles = numbers.map((number, i) => copy >= 0 ? { number, x, y, u: 0, v: 0 } : {
      number, x: i % columns * step(0), y: (Math.floor(i / columns) + 0.15) * step(1), u: i % columns * width, v: Math.floor(i / columns) * height });
    shown = { scale, width, height, tiles, columns: copy < 0 ? columns : 1, values: new Float32Array(await answer.arrayBuffer()) };
    paint();
  }
  show();
}

// ---- what the page says of the state
function option(select, text, value) { select.add(new Option(text, value)); }
function begin() {
  at('name').textContent = state.fractal;
  state.fields.forEach(({ name }, i) => option(at('field'), name, i));
  at('slice').hidden = state.sides.length < 3;
  at('z').max = (state.sides[2] ?? 1) - 1;
  at('z').value = state.sides.length < 3 ? 0 : Math.floor(state.sides[2] / 2);
  at('checkpoint').disabled = !state.saves;
  at('cubes').hidden = !state.cubes;
  if (state.places.length > 1) {
    at('copies').hidden = false;
    option(at('copy'), 'all', -1);
    state.places.forEach((_, i) => option(at('copy'), nameOf(i), i));
    choose(0);
  }
  at('speed').value = state.speed;
  for (const [name, [value]] of Object.entries(state.parameters)) addParameter(name, value);
  fit();
}
function addParameter(name, value) {
  const label = document.createElement('label'), slider = document.createElement('input'), number = document.createElement('input');
  slider.type = 'range'; slider.step = 'any'; number.type = 'number'; number.step = 'any';
  slider.min = Math.min(0, 2 * value); slider.max = value === 0 ? 1 : Math.max(0, 2 * value);
  slider.value = number.value = value;
  slider.setAttribute('aria-label', name);
  slider.oninput = () => { number.value = (+slider.value).toPrecision(4); act({ set: { [name]: +number.value } }); };
  number.onchange = () => { slider.max = Math.max(slider.max, number.value); slider.min = Math.min(slider.min, number.value); slider.value = number.value; act({ set: { [name]: +number.value } }); };
  label.append(name, slider, number, document.createElement('output'));
  label.dataset.name = name;
  at('parameters').append(label);
  at('parameters').hidden = false;
}
function take(next) {
  const first = state === null;
  if (!first && next.step !== state.step) exchanged = next.places.map((place, i) => place !== state.places[i]);
  state = next;
  if (first) begin();
  at('step').textContent = `step ${state.step}`;
  at('play').textContent = state.plays ? 'pause' : 'play';
  at('play').setAttribute('aria-pressed', state.plays);
  at('command').value = state.command ?? 'no command alone gives this state: save a checkpoint';
  at('failure').textContent = state.failure;
  for (const label of at('parameters').querySelectorAll('label')) {
    const [slider, number] = label.querySelectorAll('input'), name = label.dataset.name, values = state.parameters[name];
    const value = values[Math.max(copy, 0)], schedule = state.schedule[name];
    slider.disabled = number.disabled = values.some(other => other !== values[0]); // each copy has its own
    label.lastChild.textContent = schedule ? `${+state.scheduled[name][Math.max(copy, 0)].toPrecision(4)} = ${schedule}` : '';
    if (document.activeElement !== slider && document.activeElement !== number) slider.value = number.value = value;
  }
  observe();
}
function observe() {
  if (state.observed_step < last) curves = {};
  for (const [name, values] of Object.entries(state.observed)) {
    const curve = curves[name] ??= { name, points: [] };
    if (state.observed_step !== curve.points.at(-1)?.[0]) curve.points.push([state.observed_step, values]);
    if (curve.points.length > 1000) curve.points = curve.points.filter((_, i) => i % 2 === 0);
    drawCurve(curve, values);
  }
  last = state.observed_step;
}
function drawCurve({ name, points }, last) {
  let box = document.getElementById('curve-' + name);
  if (!box) {
    box = document.createElement('div');
    box.id = 'curve-' + name;
    box.style.width = '100%';
    box.append(document.createElement('output'), document.createElement('canvas'));
    box.lastChild.className = 'curve';
    at('curves').append(box);
  }
  const numbers = shownCopies().slice(0, 32), curve = box.lastChild, context = curve.getContext('2d');
  const present = numbers.map(number => last[number]).filter(Number.isFinite), [low, high] = [Math.min, Math.max].map(
    most => points.reduce((so, [, values]) => numbers.reduce((so, number) => values[number] === null ? so : most(so, values[number]), so), most()));
  box.firstChild.textContent = `${name} ${[...new Set([Math.min(...present), Math.max(...present)])].map(value => +value.toPrecision(8)).join(' to ')}`;
  curve.width = 276; curve.height = 56;
  const begin = points[0][0], end = points.at(-1)[0];
  context.strokeStyle = '#ffd166';
  for (const number of numbers) {
    context.beginPath();
    for (const [step, values] of points) {
      if (values[number] !== null && end > begin) context.lineTo((step - begin) / (end - begin) * 274 + 1, high > low ? 53 - (values[number] - low) / (high - low) * 50 : 28);
    }
    context.stroke();
  }
}

// ---- mouse, touch and keys
function place(event) {
  const box = canvas.getBoundingClientRect();
  return [(event.clientX - box.left) * canvas.width / box.width, (event.clientY - box.top) * canvas.height / box.height];
}
function cellAt([x, y]) {
  return [Math.floor(view.x + (x - canvas.width / 2) * view.scale), Math.floor(view.y + (y - canvas.height / 2) * view.scale)];
}
function drawLine(from, to) {
  const [x0, y0] = cellAt(from), [x1, y1] = cellAt(to), count = Math.min(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1), 4096);
  for (let i = 0; i <= count; i++) {
    pending.push(Math.round(x0 + (x1 - x0) * i / count), Math.round(y0 + (y1 - y0) * i / count));
    if (state.sides.length > 2) pending.push(+at('z').value);
  }
}
function draw(from, to) {
  const text = at('pattern').value, [x, y] = cellAt(to), z = +at('z').value;
  if (!text.trim()) drawLine(from, to);
  else if (from === to) act({ pattern: { field, at: [x, y, z], text } });
}
async function sendDrawn() {
  if (pending.length) await act({ draw: { field, value: +at('value').value, cells: pending.splice(0, 60000) } });
}
const draws = () => at('draw').getAttribute('aria-pressed') === 'true' && copy >= 0 && !cubes();
function choose(index) {
  copy = +at('copy').options[at('copy').selectedIndex = index].value;
  at('curves').replaceChildren();
  take(state);
  fit();
}
canvas.onpointerdown = event => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, place(event));
  pressed = place(event);
  if (draws()) draw(pressed, pressed);
};
canvas.onpointermove = event => {
  const before = pointers.get(event.pointerId), now = place(event);
  if (!before || !state) return;
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)[1], apart = point => Math.hypot(point[0] - other[0], point[1] - other[1]);
    zoom(apart(before) / Math.max(apart(now), 1), other[0], other[1]);
  } else if (draws()) {
    draw(before, now);
  } else {
    move(before[0] - now[0], before[1] - now[1]);
  }
  pointers.set(event.pointerId, now);
};
canvas.onpointerup = canvas.onpointercancel = event => {
  const now = place(event), [x, y] = cellAt(now);
  pointers.delete(event.pointerId);
  if (copy >= 0 || Math.hypot(now[0] - pressed[0], now[1] - pressed[1]) > 3) return;
  const number = Math.floor(y / step(1)) * columnsOf(state.places.length) + Math.floor(x / step(0));
  if (number >= 0 && number < state.places.length) choose(number + 1);
};
document.onpaste = event => {
  const text = event.clipboardData.getData('text');
  if (event.target !== at('pattern') && /^x *=/m.test(text)) at('pattern').value = text;
};
canvas.onwheel = event => { event.preventDefault(); if (state) zoom(Math.exp(event.deltaY / 400), ...place(event)); };
const next = select => { select.selectedIndex = (select.selectedIndex + 1) % select.options.length; select.onchange(); };
const KEYS = {
  ' ': () => act({ play: !state.plays }), s: () => act({ step: 1 }), ArrowLeft: () => move(-40, 0), ArrowRight: () => move(40, 0),
  ArrowUp: () => move(0, -40), ArrowDown: () => move(0, 40), '+': () => zoom(0.8), '-': () => zoom(1.25), 0: fit,
  f: () => next(at('field')), c: () => next(at('colours')), r: () => at('restart').click(),
  d: () => { const middle = [canvas.width / 2, canvas.height / 2]; if (copy >= 0 && !cubes()) draw(middle, middle); },
  e: () => { if (state.places.length > 1) next(at('copy')); }, i: () => { if (state.cubes) at('cubes').click(); },
};
document.onkeydown = event => {
  if (!state || /INPUT|SELECT|TEXTAREA|BUTTON/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
  const work = KEYS[event.key];
  if (work) { event.preventDefault(); work(); }
};
at('play').onclick = KEYS[' '];
at('one').onclick = KEYS.s;
at('speed').onchange = () => act({ speed: +at('speed').value });
at('goal').onchange = () => { if (at('goal').value !== '') act({ goal: +at('goal').value }); };
at('field').onchange = () => { field = at('field').selectedIndex; range = null; look(); };
at('colours').onchange = () => { makeTable(); if (shown) { paint(); show(); } };
at('z').oninput = look;
at('copy').onchange = () => choose(at('copy').selectedIndex);
at('cubes').onclick = () => { at('cubes').setAttribute('aria-pressed', !cubes()); if (copy < 0) choose(1); fit(); };
at('fit').onclick = fit;
at('in').onclick = KEYS['+'];
at('out').onclick = KEYS['-'];
at('range').onclick = () => { range = null; look(); };
at('draw').onclick = () => { at('draw').setAttribute('aria-pressed', !draws()); canvas.classList.toggle('draws', draws()); };
at('restart').onclick = () => act({ seed: +at('seed').value });
function save(name, href) {
  const link = document.createElement('a');
  link.href = href; link.download = `${state.fractal.replace(/[^\w-]+/g, '_')}-${state.step}.${name}`;
  link.click();
}
at('png').onclick = () => save('png', canvas.toDataURL('image/png'));
at('npy').onclick = () => save('npy', address('/array', { field }));
at('checkpoint').onclick = () => act({ checkpoint: true });
at('clip').onclick = () => { at('command').select(); document.execCommand('copy'); };
new ResizeObserver(resize).observe(canvas);
for (const name of Object.keys(RAMPS)) option(at('colours'), name, name);
makeTable();

// ---- one request at a time: who reads slowly gets fewer pictures
async function tick() {
  try {
    await sendDrawn();
    const before = state?.step;
    take(await (await ask('/state')).json());
    if (dirty || state.step !== before) { dirty = false; await fetchPicture(); }
    if (ended) { ended = false; at('failure').textContent = ''; }
  } catch (error) {
    ended = true;
    at('failure').textContent = error instanceof TypeError ? 'nbbgen view has ended' : error.message;
  }
  setTimeout(tick, ended ? 2000 : dirty || pending.length || state.plays ? 16 : 200);
}
resize();
tick();
