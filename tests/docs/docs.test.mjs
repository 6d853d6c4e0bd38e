// Runs what README.md and docs/*.md show, and holds their tables against the sources.
//
//     RESTANTE_BUILD=FOLDER node --test tests/docs/docs.test.mjs
//
// FOLDER is where the native twin was built (default: build/ of this checkout). js/dist and better-sqlite3 must be
// there too; `make test` sees to all of it.
//
// The info string of a fenced block tells what is done with it:
//
//   cpp               a whole program: compiled against an installed copy, by the project in cmake-project/, and run
//   cmake             equal to cmake-project/CMakeLists.txt
//   js                an ES module: run by Node, with 'restante' and 'better-sqlite3' to import
//   sh                run by bash in an empty folder with `restante`, and with `build` and `js` as in the checkout
//   sh continued      the same in the folder that the block before it has left
//   sh in-checkout    run by bash in the checkout; for what only looks
//   sh by-hand        not run; each `make` goal in it must exist
//   jsonl             a session at the door: each line is a command, and a line that begins with {"ok" is the answer
//                     to the command before it, compared to the letter; a command without one must succeed. Each
//                     block begins with an empty store in memory. Run by both twins
//   jsonl files       the same in an empty folder, by twins that keep files
//   jsonl native      the same by the native twin only
//   jsonl scenario    run by `restante check` of both twins; must pass, unless the output that follows tells a failure
//   sql ddl           a part of the schema
//   sql nothing       a query that finds nothing in a sound database
//   text output       what the block before it prints, compared to the letter
//   text              shown, not tested

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anchorsOf, blocksOf, isOutput, proseOf, tableUnder } from './blocks.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const checkout = resolve(here, '../..');
const build = resolve(process.env.RESTANTE_BUILD ?? join(here, '../../build'));
const cli = join(build, 'restante');
const nodeCli = join(checkout, 'js/bin/restante.mjs');

const read = (path) => readFileSync(join(checkout, path), 'utf8');
const files = ['README.md', ...readdirSync(join(checkout, 'docs')).filter((name) => name.endsWith('.md')).sort().map((name) => `docs/${name}`)];
const texts = new Map(files.map((file) => [file, read(file)]));
const blocks = files.flatMap((file) => blocksOf(file, texts.get(file)));
const blocksIn = (language, ...words) =>
  blocks.filter((block) => block.language === language && words.every((word) => block.words.includes(word)));

const kinds = new Set([
  'cpp', 'cmake', 'js', 'sh', 'sh continued', 'sh in-checkout', 'sh by-hand', 'jsonl', 'jsonl files', 'jsonl native', 'jsonl scenario',
  'sql ddl', 'sql nothing', 'text', 'text output',
]);

// Programs and folders

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'restante-docs-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
function newFolder() {
  folders += 1;
  const path = join(folder, String(folders));
  mkdirSync(path);
  return path;
}

/** Runs a program to its end, and answers what it printed. `make` may be above: it must not be joined. */
function run(program, words, { cwd = checkout, input = '', env = {}, exitCode = 0 } = {}) {
  const { MAKEFLAGS, MAKELEVEL, MFLAGS, NODE_TEST_CONTEXT, ...clean } = process.env;
  const ended = spawnSync(program, words, {
    cwd, input, env: { ...clean, ...env }, encoding: 'utf8', timeout: 600_000, maxBuffer: 1 << 28,
  });
  if (ended.error) throw ended.error;
  assert.equal(ended.status, exitCode, `${program} ${words.join(' ')} exited with ${ended.status}\n${ended.stdout}\n${ended.stderr}`);
  return ended.stdout;
}

function assertPrinted(printed, { output }) {
  if (output !== undefined) assert.equal(printed, output);
}

test('every block says how it is tested', () => {
  const odd = blocks.filter(({ language, words }) => !kinds.has([language, ...words].join(' ')));
  assert.deepEqual(odd.map(({ place }) => place), []);
});

test('every output belongs to an example that is run', () => {
  const lost = blocks.filter((block, index) => {
    const { language, words } = blocks[index - 1] ?? {};
    return isOutput(block) && !(['cpp', 'js', 'sh'].includes(language) && !words.includes('by-hand')) && !words?.includes('scenario');
  });
  assert.deepEqual(lost.map(({ place }) => place), []);
});

// Programs

describe('C++ programs', () => {
  let prefix;
  before(() => {
    prefix = join(folder, 'installed');
    run('cmake', ['--install', build, '--prefix', prefix]);
  });

  for (const block of blocksIn('cpp')) {
    test(block.place, () => {
      const project = newFolder();
      cpSync(join(here, 'cmake-project'), project, { recursive: true });
      writeFileSync(join(project, 'main.cpp'), block.text);
      const strict = '-Wall -Wextra -Wpedantic -Werror';
      run('cmake', ['-S', project, '-B', join(project, 'build'), `-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_CXX_FLAGS=${strict}`]);
      run('cmake', ['--build', join(project, 'build')]);
      assertPrinted(run(join(project, 'build/orders'), [], { cwd: newFolder() }), block);
    });
  }
});

test('the CMake example is the project that the C++ programs are built with', () => {
  const examples = blocksIn('cmake');
  assert.ok(examples.length > 0);
  for (const { text } of examples) assert.equal(text, readFileSync(join(here, 'cmake-project/CMakeLists.txt'), 'utf8'));
});

describe('JavaScript modules', () => {
  for (const block of blocksIn('js')) {
    test(block.place, () => {
      const cwd = newFolder();
      mkdirSync(join(cwd, 'node_modules'));
      symlinkSync(join(checkout, 'js'), join(cwd, 'node_modules/restante'));
      symlinkSync(join(checkout, 'js/node_modules/better-sqlite3'), join(cwd, 'node_modules/better-sqlite3'));
      writeFileSync(join(cwd, 'example.mjs'), block.text);
      assertPrinted(run(process.execPath, ['example.mjs'], { cwd }), block);
    });
  }
});

describe('Shell commands', () => {
  let cwd;
  for (const block of blocksIn('sh')) {
    test(block.place, () => {
      if (block.words.includes('by-hand')) return assertGoalsExist(block);
      const bash = ['-euo', 'pipefail', '-c', block.text];
      if (block.words.includes('in-checkout')) return assertPrinted(run('bash', bash), block);
      if (!block.words.includes('continued')) cwd = folderWithBuild();
      assertPrinted(run('bash', bash, { cwd, env: { PATH: `${build}${delimiter}${process.env.PATH}` } }), block);
    });
  }
});

function folderWithBuild() {
  const path = newFolder();
  symlinkSync(build, join(path, 'build'));
  symlinkSync(join(checkout, 'js'), join(path, 'js'));
  return path;
}

function assertGoalsExist({ text }) {
  const goals = new Set([...read('Makefile').matchAll(/^([a-z]+):/gm)].map(([, goal]) => goal));
  const missing = [...text.matchAll(/^make ([a-z]+)/gm)].map(([, goal]) => goal).filter((goal) => !goals.has(goal));
  assert.deepEqual(missing, []);
}

// The door

const twins = [
  { name: 'native', program: cli, words: [], keepsFiles: true },
  { name: 'in Node, memory', program: process.execPath, words: [nodeCli], keepsFiles: false },
  { name: 'in Node, better-sqlite3', program: process.execPath, words: [nodeCli], host: ['--host', 'better-sqlite3'], keepsFiles: true },
];

function twinsFor({ words }) {
  if (words.includes('native')) return twins.slice(0, 1);
  return words.includes('files') ? twins.filter(({ keepsFiles }) => keepsFiles) : twins;
}

/** A session's commands, each with the answer that is shown or nothing. */
function sessionOf(text) {
  const steps = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('//')) continue;
    if (line.startsWith('{"ok":')) steps.at(-1).answer = line;
    else steps.push({ command: line });
  }
  return steps;
}

describe('Sessions at the door', () => {
  for (const block of blocksIn('jsonl').filter(({ words }) => !words.includes('scenario'))) {
    for (const { name, program, words, host = [] } of twinsFor(block)) {
      test(`${block.place}, ${name}`, () => {
        const steps = sessionOf(block.text);
        const input = steps.map(({ command }) => `${command}\n`).join('');
        const printed = run(program, [...words, 'exec', ...host, ':memory:'], { cwd: newFolder(), input });
        const answers = printed.split('\n').slice(0, -1);
        assert.equal(answers.length, steps.length);
        steps.forEach(({ command, answer }, index) => {
          if (answer !== undefined) assert.equal(answers[index], answer, command);
          else assert.match(answers[index], /^\{"ok":true,/, command);
        });
      });
    }
  }
});

describe('Scenarios', () => {
  for (const block of blocksIn('jsonl', 'scenario')) {
    for (const { name, program, words, host = [] } of twinsFor(block)) {
      test(`${block.place}, ${name}`, () => {
        const cwd = newFolder();
        writeFileSync(join(cwd, 'example.jsonl'), block.text);
        const fails = block.output !== undefined && !block.output.endsWith(' 0 failed\n');
        assertPrinted(run(program, [...words, 'check', ...host, 'example.jsonl'], { cwd, exitCode: fails ? 1 : 0 }), block);
      });
    }
  }
});

// The schema

const created = (sql) => sql.match(/\b(restante_\w+)/)[1];
const byName = (statements) => Object.fromEntries(statements.map((sql) => [created(sql), sql]));
const documentedSchema = () => blocksIn('sql', 'ddl').flatMap(({ text }) => text.split(/;\n/).map((sql) => sql.trim()).filter((sql) => sql !== ''));

test('the schema in the specification is the one in the sources', () => {
  const sources = read('core/src/schema/migrations.cpp') + read('core/src/schema/version_1.h');
  const written = [...sources.matchAll(/R"sql\((CREATE [\s\S]*?)\)sql"/g)].map(([, sql]) => sql);
  assert.ok(written.length > 8);
  assert.deepEqual(byName(documentedSchema()), byName(written));
});

test('the schema in the specification is what a fresh store holds', () => {
  const question = { do: 'sql', sql: "SELECT sql FROM sqlite_master WHERE name LIKE 'restante!_%' ESCAPE '!'" };
  const { value } = JSON.parse(run(cli, ['exec', ':memory:'], { input: `${JSON.stringify(question)}\n` }));
  assert.deepEqual(byName(documentedSchema()), byName(value.map(({ sql }) => sql)));
});

describe('Queries that find nothing in a sound database', () => {
  // Events and waits in every state that this version can make.
  const event = (id, value, payload = 1) =>
    ({ source: 'bank', id, kind: 'paid', correlation: [{ namespace: 'order', value }, { namespace: 'both', value: '' }], payload });
  const wait = (run, value, from) =>
    ({ run, effect: 'e', kind: 'paid', correlation: [{ namespace: 'order', value }], ...(from === undefined ? {} : { from }) });
  const commands = [
    { do: 'events.buffer', event: event('dead', 'A'), at: 1 },
    { do: 'events.sweep_unclaimed', older_than: 1, reason: 'old' },
    { do: 'events.buffer', event: event('live', 'A'), at: 2 },
    { do: 'events.subscribe', wait: wait('open', 'B'), at: 3 },
    { do: 'events.subscribe', wait: wait('choosy', 'B', 'bank'), at: 3 },
    { do: 'events.buffer', event: event('held', 'C'), at: 4 },
    { do: 'events.subscribe', wait: wait('parked', 'C'), at: 4 },
    { do: 'events.match_waiter', event: { source: 'bank', id: 'held' }, at: 5 },
    { do: 'events.buffer', event: event('spent', 'D'), at: 6 },
    { do: 'events.claim_for', wait: wait('over', 'D'), at: 6 },
    { do: 'events.unsubscribe', run: 'over', effect: 'e' },
    { do: 'events.subscribe', wait: wait('addressee', 'E'), at: 7 },
    { do: 'events.deliver_to', run: 'addressee', event: event('addressed', 'E'), at: 8 },
    { do: 'events.buffer', event: event('requeued', 'F'), at: 0 },
    { do: 'events.sweep_unclaimed', older_than: 0, reason: 'wrong key' },
    { do: 'events.requeue', source: 'bank', id: 'requeued', at: 9 },
    { do: 'events.buffer', event: event('erased', 'G'), at: 9 },
    { do: 'events.erase_payload', source: 'bank', id: 'erased' },
    { do: 'events.park_wait', wait: wait('parked empty', 'H'), at: 9 },
    { do: 'events.subscribe', wait: wait('sealed open', 'I'), at: 9 },
    { do: 'events.seal_run', run: 'sealed open', at: 10 },
    { do: 'events.subscribe', wait: wait('sealed parked', 'J'), at: 9 },
    { do: 'events.deliver', event: event('left over', 'J'), at: 9 },
    { do: 'events.seal_run', run: 'sealed parked', at: 10 },
    { do: 'events.seal_run', run: 'sealed, nothing left', at: 10 },
    { do: 'events.buffer', event: event('forgotten', 'K'), at: -1 },
    { do: 'events.sweep_unclaimed', older_than: -1, reason: 'old' },
    { do: 'events.forget', older_than: -1, states: ['dead'], limit: 10 },
  ];
  // Each breaks one promise between the tables that no constraint can keep.
  const damages = [
    "DELETE FROM restante_live_keys",
    "DELETE FROM restante_live_keys WHERE namespace = 'both'",
    "UPDATE restante_live_keys SET received_at = received_at + 1 WHERE source = 'bank'",
    "UPDATE restante_live_keys SET source = 'another'",
    "UPDATE restante_live_keys SET kind = 'another'",
    "UPDATE restante_live_keys SET value = 'another' WHERE namespace = 'both'",
    "UPDATE restante_live_keys SET tenant = 77",
    "INSERT INTO restante_live_keys SELECT tenant, 'order', 'D', kind, source, received_at, arrival FROM restante_events WHERE id = 'spent'",
    "INSERT INTO restante_live_keys SELECT tenant, 'order', 'X', kind, source, received_at, arrival FROM restante_events WHERE id = 'live'",
    "DELETE FROM restante_event_keys WHERE value = 'D'",
    "DELETE FROM restante_event_keys WHERE value = 'G'",
    "UPDATE restante_event_keys SET received_at = received_at + 1 WHERE value = 'F'",
    "UPDATE restante_event_keys SET tenant = 77",
    "INSERT INTO restante_event_keys SELECT tenant, 'order', 'X', received_at, arrival FROM restante_events WHERE id = 'live'",
    "INSERT INTO restante_event_keys SELECT tenant, 'order', 'K', 1, 4711 FROM restante_tenants",
    "DELETE FROM restante_events WHERE id = 'dead'",
    "DELETE FROM restante_open_keys WHERE run = 'open'",
    "UPDATE restante_open_keys SET sender = '' WHERE run = 'choosy'",
    "UPDATE restante_open_keys SET deadline = 1 WHERE run = 'open'",
    "UPDATE restante_open_keys SET tenant = 77",
    "INSERT INTO restante_open_keys SELECT tenant, 'order', 'C', kind, '', registered_at, registration, run, effect, deadline FROM restante_waits WHERE run = 'parked'",
    "INSERT INTO restante_open_keys SELECT tenant, 'order', 'X', kind, '', registered_at, registration, run, effect, deadline FROM restante_waits WHERE run = 'open'",
    "INSERT INTO restante_open_keys SELECT tenant, 'order', 'I', kind, '', registered_at, registration, run, effect, deadline FROM restante_waits WHERE run = 'sealed open'",
    "INSERT INTO restante_sealed_runs (tenant, run, sealed_at) SELECT tenant, run, 9 FROM restante_waits WHERE run = 'open'",
    "DELETE FROM restante_sealed_runs WHERE run = 'sealed parked'",
    "UPDATE restante_sealed_runs SET to_retire = 0 WHERE run = 'sealed parked'",
    "UPDATE restante_sealed_runs SET to_retire = 1 WHERE run = 'sealed open'",
    "UPDATE restante_sealed_runs SET forgettable = 0 WHERE run = 'sealed, nothing left'",
    "UPDATE restante_sealed_runs SET forgettable = 1 WHERE run = 'sealed open'",
    "UPDATE restante_waits SET parked_at = NULL, holds = 0 WHERE run = 'parked'",
    "UPDATE restante_waits SET holds = 0 WHERE run = 'parked'",
    "UPDATE restante_waits SET holds = 1 WHERE run = 'parked empty'",
    "UPDATE restante_waits SET sealed = 0 WHERE run = 'sealed open'",
    "UPDATE restante_waits SET sealed = 1 WHERE run = 'parked'",
    "UPDATE restante_events SET tenant = 77 WHERE id = 'dead'",
    ...['live', 'held', 'spent', 'dead', 'erased', 'waits_open', 'waits_parked', 'sealed_runs'].map(
      (column) => `UPDATE restante_event_totals SET ${column} = ${column} + 1`,
    ),
    "DELETE FROM restante_event_totals",
    "INSERT INTO restante_event_totals (tenant) VALUES (77)",
  ];
  const queries = blocksIn('sql', 'nothing').map(({ text }) => text);

  test('there are such queries, they find nothing, and each damage is found by one of them', () => {
    assert.ok(queries.length > 0);
    assert.deepEqual(queries.filter((sql) => !sql.startsWith('SELECT')), []);
    const file = join(newFolder(), 'store.db');
    const printed = run(cli, ['exec', file], { input: commands.map((command) => `${JSON.stringify(command)}\n`).join('') });
    assert.doesNotMatch(printed, /"ok":false/);
    const Database = createRequire(join(checkout, 'js/package.json'))('better-sqlite3');
    const database = new Database(file);
    const found = () => queries.filter((sql) => database.prepare(sql).all().length > 0);
    assert.deepEqual(found(), []);
    for (const damage of damages) {
      database.exec('BEGIN');
      assert.ok(database.prepare(damage).run().changes > 0, damage);
      assert.ok(found().length > 0, `nothing finds: ${damage}`);
      database.exec('ROLLBACK');
    }
    database.close();
  });
});

// Tables that say what the sources say

const firstCode = (cell) => cell.match(/`([^`]+)`/)?.[1];
const sorted = (names) => [...names].sort();

test('the table of commands names every verb of the door', () => {
  const verbs = readdirSync(join(checkout, 'core/src/door'))
    .filter((name) => name.endsWith('_verbs.cpp'))
    .flatMap((name) => [...read(`core/src/door/${name}`).matchAll(/^\s*(?:constexpr .*)?\{+"([a-z_.]+)", \w+\}/gm)].map(([, verb]) => verb));
  assert.ok(verbs.length > 8);
  const machines = [...read('core/src/door/correlator_commands.cpp').matchAll(/"(correlator\.[a-z_]+)"/g)].map(([, command]) => command);
  const session = ['transact', 'open', 'close', 'reopen', 'clock'];
  const documented = tableUnder(texts.get('docs/door.md'), 'Commands').map(([command]) => firstCode(command));
  assert.deepEqual(sorted(documented), sorted([...new Set([...verbs, ...machines, ...session])]));
});

test('the table of errors names every code', () => {
  const list = read('core/include/restante/error.h').match(/enum class ErrorCode \{([\s\S]*?)\};/)[1];
  const codes = [...list.matchAll(/^\s*([a-z_]+),/gm)].map(([, code]) => code);
  const documented = tableUnder(texts.get('docs/door.md'), 'Errors').map(([code]) => firstCode(code));
  assert.deepEqual(sorted(documented), sorted(codes));
});

test('the tables of the border name every export and import', () => {
  const architecture = texts.get('docs/architecture.md');
  const named = (heading) => sorted(tableUnder(architecture, heading).map(([name]) => firstCode(name)));
  const exported = [...read('wasm/exports.cpp').matchAll(/RESTANTE_EXPORT\((\w+)\)/g)].map(([, name]) => name);
  const imported = [...read('wasm/host.h').matchAll(/RESTANTE_IMPORT\((\w+)\)/g)].map(([, name]) => name);
  assert.deepEqual(named('What the module exports'), sorted(exported.filter((name) => name !== 'name')));
  assert.deepEqual(named('What the module imports'), sorted(imported.filter((name) => name !== 'name')));
});

test('the folders in the README are those of the checkout', () => {
  const tracked = run('git', ['ls-files']).split('\n').filter((path) => path.includes('/')).map((path) => path.split('/')[0]);
  const expected = new Set([...tracked, 'docs'].filter((name) => !name.startsWith('.')));
  const documented = tableUnder(texts.get('README.md'), 'Where things are').map(([name]) => firstCode(name).split('/')[0]);
  assert.deepEqual(sorted(new Set(documented)), sorted(expected));
});

test('pinned versions of npm packages are those of js/package.json', () => {
  const { devDependencies } = JSON.parse(read('js/package.json'));
  const rows = [...proseOf(texts.get('docs/dependencies.md')).matchAll(/^\| npm `([^`]+)` \| ([^|]+) \|/gm)];
  assert.deepEqual(Object.fromEntries(rows.map(([, name, version]) => [name, version.trim()])), devDependencies);
});

test('the version of SQLite is the one that both twins are built from', () => {
  const documented = texts.get('docs/dependencies.md').match(/SQLite \| (\d+\.\d+\.\d+) \|/)[1];
  const question = '{"do":"sql","sql":"SELECT sqlite_version() AS version"}\n';
  for (const { program, words } of twins.slice(0, 2))
    assert.equal(JSON.parse(run(program, [...words, 'exec', ':memory:'], { input: question })).value[0].version, documented);
});

test('the usage in the documentation is the one that is printed', () => {
  const documented = blocksIn('text').find(({ text }) => text.startsWith('Usage:\n'));
  assert.equal(documented?.text, run(cli, ['--help']));
});

// Links and paths

describe('Links and paths', () => {
  for (const [file, text] of texts) {
    const prose = proseOf(text);

    test(`links in ${file} lead somewhere`, () => {
      const broken = [];
      for (const [, target] of prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path, anchor] = target.split('#');
        const goal = path === '' ? file : join(dirname(file), path);
        if (!existsSync(join(checkout, goal))) broken.push(target);
        else if (anchor !== undefined && !anchorsOf(read(goal)).includes(anchor)) broken.push(target);
      }
      assert.deepEqual(broken, []);
    });

    test(`paths named in ${file} exist`, () => {
      const folders = readdirSync(checkout, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'build').map(({ name }) => name);
      const paths = [...prose.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path).filter((path) => folders.includes(path.split('/')[0]));
      assert.deepEqual(paths.filter((path) => !existsSync(join(checkout, path))), []);
    });
  }
});
