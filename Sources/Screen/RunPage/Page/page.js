'use strict';
// Draws the facts of a run at one event. Texts become text nodes, never markup; sentences come from
// the facts, and only labels are written here.
(() => {
  const $ = id => document.getElementById(id);
  const make = (name, look, ...parts) => {
    const made = document.createElement(name);
    if (look) made.className = look;
    made.append(...parts.filter(part => part)); // no other falsy value is ever drawn
    return made;
  };
  const sign = (kind, word) => {
    const [drawing, use] = ['svg', 'use'].map(part => document.createElementNS('http://www.w3.org/2000/svg', part));
    drawing.setAttribute('class', 'sign ' + kind);
    drawing.ariaHidden = 'true';
    use.setAttribute('href', '#sign-' + kind);
    drawing.append(use);
    return make('span', '', drawing, word && make('span', 'said', word + ' '));
  };
  const KIND = ['', 'fired', 'nothing', 'not', 'other', 'not', 'never', 'nothing'];
  const WORD = ['', 'Fired:', 'Did nothing:', 'Did not fire:', 'Listens for another event:', 'Blocked:',
    'Can never fire:', 'Was not run:'];
  const CHIP = ['', '', 'did nothing', '', '', 'blocked', 'can never fire', 'was not run'];
  const COLUMNS = 200, CHUNK = 200, SHOWN = 50;

  const runs = [...document.querySelectorAll('script[type="application/json"]')];
  const stage = $('stage'), range = $('range'), list = $('list');
  let F, T, tags, events, hits, left, wrong, evaluated, which = -1;
  let at = -1, open = '', asked = null, isReady = false, saving, speaking;

  // Reading: rows of numbers become moments; a text is written once.
  const read = index => {
    which = index;
    F = JSON.parse(runs[index].textContent);
    T = place => F.text[place];
    const faces = F.marks.map(([row]) => {
      const kinds = row.map(outcome => F.outcomes[outcome][0]), count = kind => kinds.filter(k => k === kind).length;
      return { row, kinds, fired: count(1) + count(2), nothing: count(2) + count(7), all: kinds.filter(k => k).length };
    });
    tags = F.tags.map(([name, container, does]) => ({ name: T(name), container: T(container), does: T(does), uses: [] }));
    for (const [no, tag, rules, blocking] of F.uses) tags[tag].uses.push({ no, rules, blocking });
    events = F.events.map((e, index) => ({
      no: index + 1, time: T(e[0]), name: T(e[1]), isApp: e[2], title: T(e[3]), cause: T(e[4]), chapter: e[5],
      version: T(e[6]), isOffline: e[7] & 1, runs: e[7] & 2, hits: e[8], said: T(e[9]), waits: e[10], looks: e[11],
      live: T(e[12]), face: faces[e[13]], holds: e[14], pusher: T(e[15]), checks: [],
    }));
    for (const [no, passed, text, why, tag] of F.checks) {
      const event = events[Math.max(1, no) - 1];
      if (event) event.checks.push({ passed, text: T(text), why: why.map(T), tag });
    }
    for (const event of events) event.failed = event.checks.some(check => !check.passed);
    evaluated = events.filter(event => event.face.all).length;
    hits = F.hits.map(([id, no, title, tag, left]) => ({ id, no, title: T(title), tag, left, kind: 1, words: '' }));
    left = new Map();
    for (const [no, place, kind, words] of F.fates) {
      if (!hits[place]) continue;
      Object.assign(hits[place], { kind, words: T(words) });
      if (!left.has(no)) left.set(no, []);
      left.get(no).push(hits[place]);
    }
    wrong = hits.filter(hit => hit.kind > 1);
  };

  // The place in a table sorted by event, after all rows up to an event.
  const after = (rows, no) => {
    let low = 0, high = rows.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (rows[middle][0] <= no) low = middle + 1; else high = middle;
    }
    return low;
  };
  const latest = (rows, no) => { // each key with its last row; every so many rows it is kept
    const end = after(rows, no), kept = rows.kept || (rows.kept = [new Map()]), last = end >> 9;
    const add = (to, first, end) => { for (let row = first; row < end; row++) to.set(rows[row][1], rows[row]); return to; };
    while (kept.length <= last) kept.push(add(new Map(kept[kept.length - 1]), kept.length - 1 << 9, kept.length << 9));
    return add(new Map(kept[last]), last << 9, end);
  };
  const at_ = (rows, no) => rows.slice(after(rows, no - 1), after(rows, no));
  const label = e => '#' + e.no + ' ' + (e.isApp && e.title !== e.name ? e.name + ' ' : '') + e.title;
  const address = (no, tag) => '#' + (runs.length > 1 ? 'run=' + encodeURIComponent(runs[which].dataset.run) + '&' : '')
    + (no ? 'event=' + no + (tag ? '&tag=' + encodeURIComponent(tag) : '') : 'event=0');
  const link = (no, tag, text) => Object.assign(make('a', '', text || '#' + no), { href: address(no, tag) });
  const code = text => text ? make('code', '', text) : make('span', 'soft', 'empty');

  // Why a tag did what it did.
  const parted = (wanted, was) => { // marks where two values part
    let same = 0;
    while (wanted[same] && wanted[same] === was[same]) same++;
    return same > 2 && wanted[same] ? [wanted.slice(0, same), make('mark', '', wanted.slice(same))] : [wanted];
  };
  const holds = (e, place) => parseInt(T(e.holds)[place >> 2] || '0', 16) >> (place & 3) & 1;
  const ruleBox = (e, place, head, values) => {
    const [name, places] = F.rules[place];
    const rows = places.map(condition => {
      const [variable, verb, wanted] = F.conditions[condition], isTrue = holds(e, condition);
      const [, , was, key, from] = values.get(variable) || [0, 0, 0, 0, 0];
      const isEqual = T(verb) === 'equals';
      return make('li', '', sign(isTrue ? 'fired' : 'failed', isTrue ? 'True:' : 'False:'),
        make('span', '', T(F.variables[variable][0]), make('span', 'soft', ' ' + T(verb))),
        make('code', '', ...(isTrue || !isEqual ? [T(wanted)] : parted(T(wanted), T(was)))),
        !isTrue && make('span', 'was', 'it was ', code(T(was))),
        from > 0 && T(key) !== 'event' && make('small', 'soft', T(key) + ', pushed at ', link(from), ' ' + events[from - 1].pusher));
    });
    const needs = places.length > 1 ? ' needs all of' : places.length ? ' needs' : ' has no conditions';
    return make('div', 'rule' + (head === 'Rule' ? '' : ' block'),
      make('small', 'soft', head + ' ', make('b', '', T(name)), needs), make('ul', '', ...rows));
  };
  const why = (e, tag) => {
    const about = tags[tag], use = about.uses.findLast(use => use.no <= e.no), values = latest(ordered.values, e.no);
    const told = F.explained.find(row => row[0] === e.no && row[1] === tag), did = k => k === 1 || k === 2;
    const fires = about.fires || (about.fires = events.filter(x => did(x.face.kinds[tag]))), pair = (name, ...parts) => [make('dt', '', name), make('dd', '', ...parts)];
    const sentence = told ? T(told[2]) : T(F.outcomes[e.face.row[tag]][2]);
    const more = [];
    for (let place = 0; told && place < told[3].length; place += 2) more.push(...pair(T(told[3][place]), T(told[3][place + 1])));
    return make('div', 'why', sentence && make('p', '', sentence),
      ...(use ? use.rules.map(rule => ruleBox(e, rule, 'Rule', values)) : []),
      ...(use ? use.blocking.map(rule => ruleBox(e, rule, 'Blocking rule', values)) : []),
      make('dl', 'helps', ...more, ...pair(did(e.face.kinds[tag]) ? 'What it does' : 'If it fires', about.does),
        ...pair('In this run', fires.length ? 'fired ' + fires.length + ' of ' + evaluated + ' times: ' : 'never fired, evaluated ' + evaluated + ' times',
          ...fires.slice(0, 12).flatMap(x => [link(x.no, about.name), ' ']), fires.length > 12 && 'and more')));
  };
  const tagRow = (e, tag) => {
    const about = tags[tag], kind = e.face.kinds[tag], line = T(F.outcomes[e.face.row[tag]][1]);
    const made = e.hits.map(place => hits[place]).filter(hit => hit && hit.tag === tag);
    const fate = made.length && fateOf(made[0], e.no);
    const words = made.length === 1 ? 'hit ' + made[0].id + ' ' + fate.word : made.length ? made.length + ' hits' : CHIP[kind];
    const row = make('details', 'tag', make('summary', '', sign(KIND[kind], WORD[kind]), make('b', '', about.name),
      make('span', 'turn', words && make('span', 'chip ' + (made.length ? fate.look : KIND[kind]), words), sign('more')),
      line && make('small', '', line)));
    row.fill = () => row.children[1] || row.append(why(e, tag)); // drawn when it is opened
    if (about.name === open) row.fill(row.open = true);
    row.ontoggle = () => {
      if (row.open) row.fill(open = about.name); else if (open === about.name) open = '';
      keep();
    };
    return row;
  };
  const group = (e, name, kinds, isFolded) => {
    const rows = e.face.kinds.map((kind, tag) => kinds.includes(kind) ? tag : -1).filter(tag => tag >= 0);
    const title = name + ' (' + rows.length + ')';
    if (!rows.length) return [];
    if (!isFolded || rows.length < 6) return [make('h3', '', title), ...rows.map(tag => tagRow(e, tag))];
    const box = make('details', 'many', make('summary', '', make('h3', '', title)));
    box.fill = () => box.children[1] || box.append(...rows.map(tag => tagRow(e, tag)));
    box.ontoggle = () => box.open && box.fill();
    if (rows.some(tag => tags[tag].name === open)) box.fill(box.open = true);
    return [box];
  };

  const hitsUpTo = no => { // they are in the order of their events
    let low = 0, high = hits.length;
    while (low < high) { const middle = low + high >> 1; if (hits[middle].no <= no) low = middle + 1; else high = middle; }
    return low;
  };
  // What became of a hit, as far as it was known at an event.
  const fateOf = (hit, no) => !hit.left || hit.left > no ? { look: 'waits', word: 'waits', said: 'Waits:' }
    : [, { look: 'fired', word: 'sent', said: 'Sent:' }, { look: 'nothing', word: 'needs a look', said: 'Needs a look:' },
      { look: 'lost', word: 'lost', said: 'Lost:' }][hit.kind];

  // The panes of a moment. A pane without content is not there.
  const pane = (name, extra, ...parts) => make('section', 'card pane', make('h2', '', name, make('small', '', extra)), ...parts);
  const pairs = rows => make('dl', '', ...rows.flat());
  const panes = e => {
    const no = e.no, box = [], news = row => row[0] === no;
    const data = [...latest(ordered.data, no).values()].filter(row => row[3]).sort((a, b) => news(b) - news(a));
    const changed = data.filter(news).length;
    if (data.length && e.runs) {
      box.push(pane($('stage').dataset.data, changed && changed + ' changed', pairs(data.map(row => [
        make('dt', news(row) && 'new', T(row[1])), make('dd', '', code(T(row[2])), make('small', 'soft', ' #' + row[0]))]))));
    }
    const reads = [...latest(ordered.readings, no).values()], bad = reads.filter(row => row[3]).length;
    const values = [...latest(ordered.values, no).values()].sort((a, b) => news(b) - news(a));
    const valueRows = pairs(values.map(row => [make('dt', news(row) && 'new', T(F.variables[row[1]][0])), make('dd', '', code(T(row[2])))]));
    if (e.runs && reads.length) {
      box.push(pane('Values the app reads', bad && bad + ' missing', pairs(reads.map(row => [
        make('dt', news(row) && 'new', T(row[1])), make('dd', '', code(T(row[2]))),
        row[3] ? make('dd', 'note', make('span', 'chip nothing', 'no value'), make('small', 'soft', ' ' + T(row[3]))) : ''])),
      values.length && make('details', '', make('summary', '', 'Variables (' + values.length + ')'), valueRows)));
    } else if (e.runs && values.length) box.push(pane('Variables', values.length, valueRows));
    const made = hitsUpTo(no), shown = [];
    if (made) {
      for (let place = made - 1; place >= 0 && shown.length < e.waits; place--) if (!hits[place].left || hits[place].left > no) shown.push(hits[place]);
      shown.push(...left.get(no) || [], ...wrong.filter(hit => hit.left < no).reverse());
      const lost = wrong.filter(hit => hit.kind === 3 && hit.left <= no).length;
      const counts = [[e.waits, 'waiting'], [made - e.waits - lost, 'sent'], [lost, 'lost']];
      box[e.face.all ? 'push' : 'unshift'](pane('Hits', counts.filter(c => c[0]).map(c => c.join(' ')).join(', '),
        make('ul', '', ...shown.slice(0, SHOWN).map(hit => {
          const fate = fateOf(hit, no);
          return make('li', 'row', sign(fate.look, fate.said), make('span', '', 'hit ' + hit.id + ', ' + hit.title,
            fate.look !== 'waits' && hit.words && make('small', fate.look, ' ' + hit.words)));
        }), shown.length > SHOWN && make('li', 'soft', 'and ' + (shown.length - SHOWN) + ' more'))));
    }
    const screen = F.phone[after(F.phone, no) - 1];
    if (screen && screen[1].length && e.runs) box.push(pane('Phone', '', make('div', 'phone', ...screen[1].map(line => make('p', '', T(line))))));
    const log = at_(F.log, no);
    if (log.length) box.push(pane('Log', '', ...log.map(row => make('p', 'small ' + T(row[1]), T(row[2])))));
    return box;
  };

  // A moment.
  let current = $('all');
  const draw = () => {
    const e = events[at];
    stage.classList.toggle('quiet', !!e && !e.face.all);
    $('moment').hidden = $('panes').hidden = !e;
    for (const table of document.querySelectorAll('.whole')) table.hidden = !!e || table.dataset.of !== String(which);
    mark(e ? button(at) : $('all'));
    $('back').disabled = at < 0;
    $('on').disabled = at === events.length - 1;
    range.value = at + 1;
    range.ariaValueText = e ? label(e) + (e.face.all ? ', ' + e.face.fired + ' of ' + e.face.all + ' fired' : '') : 'The whole run';
    for (const name of $('names').children) name.classList.toggle('now', !!e && +name.dataset.chapter === e.chapter);
    tell();
    if (!e) return announce('');
    $('moment').replaceChildren(make('header', '',
      make('h2', '', '#' + e.no + ' ' + e.title, e.isApp && e.title !== e.name && make('code', 'soft', e.name),
        e.isOffline && make('span', 'chip nothing', 'offline'), !e.runs && make('span', 'chip not', 'app not running')),
      make('p', 'small soft', [e.time, e.cause, e.version].filter(Boolean).join(', ')), make('p', '', e.said),
      ...e.checks.map(check => make('div', '', make('p', '', sign(check.passed === 1 ? 'fired' : 'lost'),
        make('b', check.passed === 1 ? '' : 'lost', [' Check failed: ', ' Check passed: ', ' Optional check failed: '][check.passed]), check.text),
      check.tag < 0 && make('div', 'reason', ...check.why.map(line => make('p', '', line)))))),
    ...group(e, 'Fired', [1, 2]), ...group(e, 'Did not fire', [3, 5, 7]),
    ...group(e, 'Can never fire', [6], true), ...group(e, 'Listens for other events', [4], true));
    $('panes').replaceChildren(...panes(e));
    announce([...e.checks.filter(check => !check.passed).map(check => 'Check failed: ' + check.text + '.'), e.live].filter(Boolean).join(' '));
  };
  // One sentence and one address once a scrub rests.
  const announce = words => { clearTimeout(speaking); speaking = setTimeout(() => { $('live').textContent = words; }, 300); };
  const keep = () => {
    clearTimeout(saving);
    saving = setTimeout(() => history.replaceState(null, '', address(at + 1, at < 0 ? '' : open)), 300);
  };
  const show = (place, tag = open) => {
    at = Math.max(-1, Math.min(events.length - 1, place));
    open = tag;
    asked = null;
    draw();
    keep();
    const seen = at < 0 ? document.querySelector('.whole:not([hidden])') : $('moment');
    if (isReady && seen && seen.getBoundingClientRect().top > innerHeight - 160) seen.scrollIntoView();
  };

  // The story: a step asks, answers, or goes on to the next event of the app.
  const question = no => F.story.find(row => row[1] && row[0] === no);
  const tell = () => {
    const e = events[at], caption = F.story.findLast(row => !row[1] && row[0] <= at + 1), q = asked || question(at + 1);
    $('told').replaceChildren(make('p', '', make('b', '', e ? T(F.chapters[e.chapter][0]) : 'The whole run'),
      make('span', 'soft', '  ' + (caption && e ? T(caption[2]) : ''))),
    q ? make('p', '', T(q[2]), ' ', !(asked && !asked.isTold) && make('b', '', T(q[3]))) : '');
    $('step').textContent = asked && !asked.isTold ? 'Show the answer' : 'Next step';
    $('step').disabled = !asked && !events.some((x, place) => place > at && x.isApp);
  };
  const step = () => {
    const next = events.findIndex((e, place) => place > at && e.isApp), q = question(next + 1);
    if (q && asked !== q) { asked = q; q.isTold = false; tell(); } else if (q && !q.isTold) { q.isTold = true; tell(); } else if (next >= 0) show(next);
  };

  // Drawn once: the strip, and the list in pieces; what is far away when the browser is idle.
  let pieces = [], buttons = [], hidden = [], ordered = {};
  const pieceOf = place => pieces.findLast(piece => piece.first <= place);
  const fill = piece => {
    if (!piece || piece.isFull) return;
    piece.isFull = true;
    const got = (kind, count, words) => count > 0 && make('span', kind, count === true ? '' : '' + count, make('span', 'said', words));
    piece.box.replaceChildren(...events.slice(piece.first, piece.end).map((e, offset) => {
      const b = make('button', '', make('span', 'no', '' + e.no), make('span', 'what', e.title), make('span', 'got',
        got('lost', e.failed, ' check failed'), got('fired', e.face.fired - e.face.kinds.filter(k => k === 2).length, ' fired'), got('nothing', e.face.nothing, ' did nothing')));
      Object.assign(b, { type: 'button', tabIndex: -1, onclick: () => show(piece.first + offset) });
      const item = make('li', e.isApp ? '' : 'sys', b);
      item.hidden = !!hidden[piece.first + offset];
      buttons[piece.first + offset] = b;
      return item;
    }));
    piece.box.style.minHeight = '';
  };
  const button = place => { fill(pieceOf(place)); return buttons[place]; };
  const rest = () => {
    const piece = pieces.find(piece => !piece.isFull);
    if (!piece) return;
    fill(piece);
    idle(rest);
  };
  const idle = work => self.requestIdleCallback ? requestIdleCallback(work) : setTimeout(work, 50);
  const mark = now => { // the row stays in sight
    Object.assign(current, { tabIndex: -1, ariaCurrent: null });
    current = Object.assign(now, { tabIndex: 0, ariaCurrent: 'true' });
    const y = x => x.getBoundingClientRect().top, head = now.closest('section, p');
    if (y(now) < y(list) + 40 || y(now) > y(list) + list.clientHeight - 40) {
      list.scrollTop += y(head && y(now) - y(head) < 160 ? head : now) - y(list);
    }
  };
  const build = () => {
    ordered = { data: F.data, values: F.values, readings: F.readings };
    const width = Math.max(1, Math.ceil(events.length / COLUMNS)), columns = [];
    for (let first = 0; first < events.length; first += width) columns.push(events.slice(first, first + width));
    const most = Math.max(1, ...events.map(e => e.face.fired));
    $('strip').style.setProperty('--n', events.length + 1 > COLUMNS ? columns.length + 1 : events.length + 1);
    $('strip').style.setProperty('--most', Math.min(most, 12));
    $('marks').replaceChildren(make('span'), ...columns.map(column => {
      const worst = column.reduce((a, b) => (b.failed - a.failed || b.face.nothing - a.face.nothing || b.face.fired - a.face.fired) > 0 ? b : a);
      const starts = column.some(e => e.no > 1 && e.chapter !== events[e.no - 2].chapter);
      const cell = make('span', starts && 'start', column.some(e => e.failed) && sign('lost'), !worst.face.fired && make('i'), column.some(e => e.waits) && make('u'));
      const scale = Math.max(1, worst.face.fired / 12), idles = worst.face.kinds.filter(k => k === 2).length;
      const blocks = Math.round(worst.face.fired / scale), amber = Math.max(Math.sign(idles), Math.round(idles / scale));
      for (let block = 0; block < blocks; block++) cell.append(make('b', block < amber ? 'nothing' : 'fired'));
      return cell;
    }));
    pieces = []; buttons = []; hidden = [];
    $('names').replaceChildren();
    list.replaceChildren(make('p', '', $('all')));
    let chapter = -1, section;
    events.forEach((e, place) => {
      const isNew = e.starts = e.chapter !== chapter, piece = pieces[pieces.length - 1];
      if (isNew) {
        chapter = e.chapter;
        const title = T(F.chapters[chapter][0]), name = make('span', '', title);
        name.dataset.chapter = chapter;
        name.style.flex = events.filter(x => x.chapter === chapter).length + (place ? 0 : 1) + ' 1 0';
        $('names').append(name);
        section = make('section', '', make('h3', '', title));
        list.append(section);
      }
      if (isNew || place - piece.first >= CHUNK) {
        const box = Object.assign(make('ol'), { start: e.no });
        section.append(box);
        pieces.push({ first: place, end: place + 1, box, isFull: false });
      } else piece.end = place + 1;
    });
    for (const piece of pieces) piece.box.style.minHeight = (piece.end - piece.first) * 2 + 'rem';
    if (events.length <= CHUNK) pieces.forEach(fill); else idle(rest);
    $('total').textContent = events.length;
    stage.classList.toggle('long', events.length > 500);
    range.max = events.length;
    for (const part of document.querySelectorAll('.time, .story')) part.hidden = !events.length;
    $('step').hidden = !F.story.length && !events.some(e => e.isApp);
  };

  // Keys, filter, links, paper.
  range.oninput = () => show(range.value - 1);
  range.onkeydown = key => {
    const find = is => { const place = events.findIndex((e, i) => i > at && is(e)); if (place >= 0) show(place); };
    const act = { ' ': step, e: () => find(e => e.looks || e.failed), PageDown: () => find(e => e.starts),
      PageUp: () => show(events.findLastIndex((e, i) => i < at && e.starts)) }[key.key];
    if (!act || key.altKey || key.ctrlKey || key.metaKey) return;
    key.preventDefault();
    act();
  };
  list.onkeydown = key => {
    const is = i => i === -1 || !hidden[i], move = (from, by) => { for (let i = from; i >= -1 && i < events.length; i += by) if (is(i)) return i; return at; };
    const to = { ArrowDown: () => move(at + 1, 1), ArrowUp: () => move(at - 1, -1), Home: () => -1, End: () => move(events.length - 1, -1) }[key.key];
    if (!to) return;
    key.preventDefault();
    show(to());
    current.focus();
  };
  $('all').onclick = () => show(-1);
  $('back').onclick = () => show(at - 1);
  $('on').onclick = () => show(at + 1);
  $('step').onclick = step;
  $('filter').oninput = () => { // an event's name, or a tag that fired or failed by a condition
    const wanted = $('filter').value.trim().toLowerCase(), has = text => text.toLowerCase().includes(wanted);
    const named = tags.map((tag, place) => has(tag.name) ? place : -1).filter(place => place >= 0);
    hidden = events.map(e => !(has(label(e)) || named.some(tag => [1, 2, 3, 5, 7].includes(e.face.kinds[tag]))));
    buttons.forEach((b, place) => { b.parentNode.hidden = hidden[place]; });
    for (const piece of pieces) {
      const left = events.slice(piece.first, piece.end).filter((e, offset) => !hidden[piece.first + offset]).length;
      if (!piece.isFull) piece.box.style.minHeight = left * 2 + 'rem';
      piece.box.hidden = !left;
    }
    for (const section of list.querySelectorAll('section')) section.hidden = ![...section.querySelectorAll('ol')].some(box => !box.hidden);
    announce(hidden.filter(x => !x).length + ' of ' + events.length + ' events');
  };
  const choose = index => {
    if (index === which) return;
    read(index);
    build();
    for (const part of document.querySelectorAll('[data-of]')) {
      part.hidden = part.dataset.of !== String(index);
      part.classList.toggle('mine', !part.hidden);
    }
    for (const entry of document.querySelectorAll('.runs a')) entry.ariaCurrent = entry.dataset.run === runs[index].dataset.run ? 'true' : null;
    stage.dataset.data = runs[index].dataset.data;
  };
  const follow = () => { // the address, else the first failed check, else a nearest miss, else the whole run
    const wanted = new URLSearchParams(location.hash.slice(1)), name = wanted.get('run');
    choose(name ? Math.max(0, runs.findIndex(run => run.dataset.run === name)) : Math.max(0, which));
    const first = F.explained[0], failed = events.findIndex(e => e.failed), opening = runs[which].dataset.at;
    if (wanted.has('event')) show(wanted.get('event') - 1, wanted.get('tag') || '');
    else if (opening) show(opening - 1, '');
    else if (failed >= 0 && !(first && first[0] === failed + 1)) show(failed, '');
    else if (first) show(first[0] - 1, tags[first[1]].name);
    else show(-1, '');
  };
  addEventListener('hashchange', () => {
    follow();
    const seen = at < 0 ? document.querySelector('.whole:not([hidden])') : $('moment');
    if (seen) seen.focus();
  });
  addEventListener('beforeprint', () => {
    if (events.length <= 500) pieces.forEach(fill); // a longer list is not for paper
    for (const box of document.querySelectorAll('.many')) box.fill(box.open = true);
    for (const row of document.querySelectorAll('.moment .tag')) row.fill(row.open = true);
  });
  for (const part of document.querySelectorAll('.script, .plain')) part.hidden = part.matches('.plain');
  stage.classList.add('live');
  $('events').open = innerWidth >= 768;
  follow();
  isReady = true;
  for (const name of $('names').children) { // too narrow: its number, or nothing
    if (name.clientWidth < 80) name.textContent = name.clientWidth < 28 ? '' : name.textContent.split(' ')[0];
  }
})();
