// The command line of both twins: the same words, the same exit codes.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { hostArguments, js, run, twins } from './twins.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'restante-test-'));
after(() => rmSync(scratch, { recursive: true }));

const answersOf = (out) => out.split('\n').slice(0, -1).map((line) => JSON.parse(line));
const refused = (message) => ({ ok: false, error: { code: 'invalid_argument', message } });
const bufferOf = (id, payload) =>
  `{"do":"events.buffer","event":{"source":"s","id":"${id}","kind":"k","correlation":[{"namespace":"n","value":"v"}],"payload":${payload}},"at":1}`;
const claimOf = (run) =>
  `{"do":"events.claim_for","wait":{"run":"${run}","effect":"e","kind":"k","correlation":[{"namespace":"n","value":"v"}]},"at":2}`;

for (const { name, command } of twins) {
  describe(`the command line, ${name}`, () => {
    test('a typo prints what is wrong and the usage, and ends with exit code 2', async () => {
      const typos = [
        [[], 'a sub-command is missing'],
        [['chek'], "there is no sub-command 'chek'"],
        [['--verison'], "there is no option '--verison'"],
        [['--version', 'x'], "'--version' stands alone"],
        [['exec'], "'exec' takes one database"],
        [['exec', 'a', 'b'], "'exec' takes one database"],
        [['exec', '--store', 'file', 'a'], "'exec' has no option '--store'"],
        [['check'], "'check' takes at least one file or folder"],
        [['check', '--stroe', 'file', 'x'], "'check' has no option '--stroe'"],
        [['check', '-x', 'y'], "'check' has no option '-x'"],
        [['check', 'x', '--store'], "the option '--store' needs a value"],
        [['check', '--store=disk', 'x'], "--store is 'memory' or 'file', not 'disk'"],
      ];
      await Promise.all(
        typos.map(async ([words, sentence]) => {
          const { code, out, err } = await run([...command, ...words]);
          assert.equal(code, 2, sentence);
          assert.equal(out, '');
          assert.ok(err.startsWith(`restante: ${sentence}\n\nUsage:\n  restante exec `), err);
        }),
      );
    });

    test('--help prints the usage', async () => {
      for (const words of [['--help'], ['-h'], ['exec', '--help'], ['check', 'x', '--help']]) {
        const { code, out, err } = await run([...command, ...words]);
        assert.equal(code, 0);
        assert.equal(err, '');
        assert.match(out, /^Usage:\n {2}restante exec /);
      }
    });

    test('--version prints the version of the package', async () => {
      const { version } = JSON.parse(readFileSync(join(js, 'package.json'), 'utf8'));
      assert.deepEqual(await run([...command, '--version']), { code: 0, out: `restante ${version}\n`, err: '' });
    });

    test('operands may look like options behind --', async () => {
      const { code, err } = await run([...command, 'check', '--', '--store']);
      assert.deepEqual({ code, err }, { code: 2, err: "restante: there is no file or folder '--store'\n" });
    });
  });

  describe(`exec, ${name}`, () => {
    const exec = (input) => run([...command, 'exec', ':memory:'], { input });

    test('answers each line with one, goes on after a bad one and skips blank ones', async () => {
      const { code, out, err } = await exec(
        Buffer.concat([
          Buffer.from('{"do":"events.tenant"}\n\n \t\r\nnonsense\n{"do":"events.tenant"}\r\n// no comment\n[]\n'),
          Buffer.from('7b22646f223a22ff227d0a', 'hex'),
          Buffer.from('c328200a', 'hex'),
          Buffer.from('{"do":"events.tenant","at":1}\n{"do":"events.tenant"}'),
        ]),
      );
      assert.deepEqual(answersOf(out), [
        { ok: true, value: 'default' },
        refused('the command is not valid JSON: a value was expected at byte 0'),
        { ok: true, value: 'default' },
        refused('the command is not valid JSON: a value was expected at byte 0'),
        refused('a command must be an object'),
        refused('the command is not valid JSON: it is not UTF-8 at byte 7'),
        refused('the command is not valid JSON: a value was expected at byte 0'),
        refused("unknown member 'at'"),
        { ok: true, value: 'default' },
      ]);
      assert.equal(err, '');
      assert.equal(code, 0);
    });

    test('ends well if there is no input', async () => {
      assert.deepEqual(await exec(''), { code: 0, out: '', err: '' });
    });

    test('answers a line before the next one comes', async () => {
      const child = spawn(command[0], [...command.slice(1), 'exec', ':memory:'], { stdio: ['pipe', 'pipe', 'inherit'] });
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      for (let round = 0; round < 3; round += 1) {
        child.stdin.write('{"do":"events.tenant"}\n');
        assert.equal((await answers.next()).value, '{"ok":true,"value":"default"}');
      }
      child.stdin.end();
      assert.equal((await answers.next()).done, true);
    });

    test('takes a line of 2 MB, and another one behind it', async () => {
      const text = 'é'.repeat(1 << 20);
      const tooLarge = bufferOf('large', JSON.stringify(text));
      const { out } = await exec(
        [`{"do":"open","path":":memory:","max_payload_bytes":4000000}`, tooLarge, claimOf('r'), '{"do":"events.tenant"}'].join('\n'),
      );
      const [opened, buffered, claimed, tenant] = answersOf(out);
      assert.equal(opened.ok && buffered.value, true);
      assert.equal(claimed.value.event.payload, text);
      assert.equal(tenant.value, 'default');
    });

    test('refuses a payload of 2 MB if it is over the limit, and goes on', async () => {
      const { out } = await exec([bufferOf('large', JSON.stringify('x'.repeat(2 << 20))), '{"do":"events.tenant"}'].join('\n'));
      const [refusal, tenant] = answersOf(out);
      assert.equal(refusal.error.code, 'payload_too_large');
      assert.equal(tenant.value, 'default');
    });

    test('keeps U+0000 and the spelling of a payload', async () => {
      const payload = '{"a\\u0000b":"\\u0000", "n":1.0e2,"n":12345678901234567890,"__proto__":null}';
      const { out } = await exec([bufferOf('a\\u0000b', payload), bufferOf('a\\u0000c', '1'), claimOf('r\\u0000')].join('\n'));
      const lines = out.split('\n');
      assert.equal(JSON.parse(lines[1]).value, true);
      assert.ok(lines[2].includes(`"payload":${payload}`), lines[2]);
      assert.equal(JSON.parse(lines[2]).value.event.id, 'a\0b');
    });

    test('a door that cannot be opened is told in one sentence', async () => {
      const { code, out, err } = await run([...command, 'exec', join(scratch, 'no folder', 'x.db')], { input: '{"do":"events.tenant"}\n' });
      assert.equal(code, 1);
      assert.equal(out, '');
      assert.match(err, name === 'native' ? /^restante: io: [^\n]+\n$/ : /^restante: unsupported: [^\n]+\n$/);
    });

    test('an output without room is told', { skip: !existsSync('/dev/full') }, async () => {
      const { code, err } = await run([...command, 'exec', ':memory:'], { input: '{"do":"events.tenant"}\n', stdout: openSync('/dev/full', 'w') });
      assert.deepEqual({ code, err }, { code: 1, err: 'restante: io: standard output cannot be written\n' });
    });
  });
}

test('a file that the module cannot keep is refused when it is opened', async () => {
  const { command } = twins.find(({ name }) => name === 'wasm');
  assert.equal((await run([...command, 'check', '--store', 'file', 'x'])).code, 2);
  assert.equal((await run([...command, 'check', '--host', 'sqlite', 'x'])).code, 2);
});

describe('files, on both twins', { skip: hostArguments.length === 0 && 'better-sqlite3 is not installed' }, () => {
  const runners = twins.map(({ name, command }) => ({ name, exec: [...command, 'exec', ...(name === 'native' ? [] : hostArguments[0])] }));

  test('what one twin stores the other one finds, and it is there again', async () => {
    const path = join(scratch, 'shared.db');
    for (const [index, { exec }] of runners.entries()) {
      const { out, err } = await run([...exec, path], { input: `${bufferOf('1', '{"a":1.0}')}\n${bufferOf(`own-${index}`, '2')}\n` });
      assert.equal(err, '');
      assert.deepEqual(answersOf(out).map(({ value }) => value), [index === 0, true]);
    }
  });

  test('relative paths are taken from the working directory', async () => {
    for (const { name, exec } of runners) {
      await run([...exec, `${name}.db`], { input: '', cwd: scratch });
      assert.ok(existsSync(join(scratch, `${name}.db`)));
    }
  });

  test('a foreign or missing file is told in one sentence and left as it was', async () => {
    const foreign = join(scratch, 'foreign.db');
    const content = 'This is no database, but it is long enough to be taken for one. '.repeat(64);
    writeFileSync(foreign, content);
    for (const { exec } of runners) {
      for (const [path, code] of [[foreign, 'corrupt'], [scratch, 'io'], [join(scratch, 'no folder', 'x.db'), 'io'], ['', 'invalid_argument']]) {
        const { code: exitCode, out, err } = await run([...exec, path], { input: '{"do":"events.tenant"}\n' });
        assert.equal(exitCode, 1);
        assert.equal(out, '');
        assert.match(err, new RegExp(`^restante: ${code}: [^\n]+\n$`), path);
      }
      assert.equal(readFileSync(foreign, 'utf8'), content);
    }
  });

  test('a payload with line breaks is answered on one line', async () => {
    const { default: Database } = await import('better-sqlite3');
    const { betterSqlite3, open, rawJson } = await import('../dist/index.js');
    const path = join(scratch, 'line breaks.db');
    const database = new Database(path);
    const store = await open(betterSqlite3(database));
    const correlation = [{ namespace: 'n', value: 'v' }];
    await store.events.buffer({ source: 's', id: '1', kind: 'k', correlation, payload: rawJson('{\n  "a": "\\n"\n}') }, { at: 1 });
    await store.close();
    database.close();
    for (const { exec } of runners) {
      const { out } = await run([...exec, path], { input: `${claimOf('r')}\n` });
      assert.ok(out.includes('"payload":{   "a": "\\n" }'), out);
      assert.equal(out.split('\n').length, 2);
    }
  });
});
