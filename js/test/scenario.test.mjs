// The scenario runner: both twins tell the same in the same words, and the parts that decide are tested alone.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openDoor } from '../dist/door.js';
import { JsonDocument, MalformedJson } from '../dist/scenario/json-document.js';
import { findDifference } from '../dist/scenario/json-equality.js';
import { numbersEqual } from '../dist/scenario/json-number.js';
import { JsonPointer } from '../dist/scenario/json-pointer.js';
import { runScenario } from '../dist/scenario/scenario.js';
import { textOfBytes } from '../dist/scenario/text.js';
import { hostArguments, js, run, testsFolder, twins } from './twins.mjs';

const folder = join(testsFolder, 'scenario-runner');
const scratch = mkdtempSync(join(tmpdir(), 'restante-test-'));
after(() => rmSync(scratch, { recursive: true }));

function parse(text) {
  return JsonDocument.parse(text).root;
}

function writeScenario(name, lines) {
  const path = join(scratch, name);
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join(''));
  return path;
}

/** The runner's own words: the sentences of errors are the door's to choose. */
function withoutSentences(printed) {
  return printed.replace(/"message":"(?:[^"\\]|\\.)*"/g, '"message":"…"');
}

describe('check prints the same words in every runtime', () => {
  // After a change of the words, in tests/:
  // ../build/restante check scenario-runner | sed -E 's/"message":"([^"\\]|\\.)*"/"message":"…"/' > scenario-runner/expected.txt
  const expected = readFileSync(join(folder, 'expected.txt'), 'utf8');
  const printed = new Set();
  const runtimes = twins.flatMap(({ name, command }) => {
    const withFiles = name === 'native' ? [[]] : hostArguments;
    return [[], ...withFiles.map((host) => [...host, '--store', 'file'])].map((options) => ({ name, command, options }));
  });

  for (const { name, command, options } of runtimes) {
    test([name, ...options].join(' '), async () => {
      const { code, out, err } = await run([...command, 'check', ...options, 'scenario-runner'], { cwd: testsFolder });
      printed.add(out);
      assert.equal(withoutSentences(out), expected);
      assert.equal(err, '');
      assert.equal(code, 1);
    });
  }

  test('to the last letter', () => assert.equal(printed.size, 1));

  test('and fails just the lines that say so', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !/^(bad|requires)_/.test(name))) {
      const mustFail = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (/"note":"fails/.test(line) ? [index + 1] : []));
      const failed = [...expected.matchAll(new RegExp(`^scenario-runner/${file}:(\\d+)`, 'gm'))].map((match) => Number(match[1]));
      assert.deepEqual(failed, mustFail, file);
    }
  });
});

for (const { name, command } of twins) {
  describe(`check, ${name}`, () => {
    const check = (...words) => run([...command, 'check', ...words], { cwd: testsFolder, env: { TMPDIR: scratch } });

    test('ends with exit code 0 if nothing failed', async () => {
      const path = writeScenario('well.jsonl', [{ do: 'events.tenant', expect: 'default' }]);
      assert.deepEqual(await check(path), { code: 0, out: '1 passed, 0 failed\n', err: '' });
    });

    test('counts no line of a file that it skips', async () => {
      const { code, out } = await check('scenario-runner/skipped.jsonl', 'scenario-runner/empty.jsonl');
      assert.equal(out, 'skipped scenario-runner/skipped.jsonl: this runtime has no time travel\n0 passed, 0 failed\n');
      assert.equal(code, 0);
    });

    test('names the files below a folder as the folder was named', async () => {
      for (const given of ['scenario-runner/below', 'scenario-runner/below/', './scenario-runner/below']) {
        const { out } = await check(given);
        assert.equal(out.split('\n')[0], `${given.replace(/\/$/, '')}/in_a_folder.jsonl:1`);
      }
    });

    test('runs nothing if a path does not exist or a folder has no scenario', async () => {
      const empty = mkdtempSync(join(scratch, 'empty-'));
      for (const [path, sentence] of [
        [join(scratch, 'nowhere'), `there is no file or folder '${join(scratch, 'nowhere')}'`],
        [empty, `the folder '${empty}' holds no .jsonl file`],
      ]) {
        const { code, out, err } = await check('scenario-runner/below', path);
        assert.deepEqual({ code, out, err }, { code: 2, out: '', err: `restante: ${sentence}\n` });
      }
    });

    test('leaves nothing in the temporary folder', async () => {
      const before = readdirSync(scratch);
      await check('scenario-runner');
      assert.deepEqual(readdirSync(scratch), before);
    });

    test('hands a payload of any depth to the door', async () => {
      const buffer = (depth, id, expectation) =>
        `{"do":"events.buffer","event":{"source":"s","id":"${id}","kind":"k","correlation":[],"payload":` +
        `${'['.repeat(depth)}${']'.repeat(depth)}},"at":1,${expectation}}`;
      const path = writeScenario('deep.jsonl', [
        buffer(512, 'a', '"expect":true'),
        buffer(513, 'b', '"expect_error":"invalid_argument"'),
        buffer(100_000, 'c', '"expect_error":"invalid_argument"'),
      ]);
      assert.equal((await check(path)).out, '3 passed, 0 failed\n');
    });

    test('finds the place of a fault behind other characters than ASCII', async () => {
      const path = writeScenario('fault.jsonl', ['{"do":"é😀\\u12', '{"do":"é😀\\u1é"}', '{"é":"\\ud83d\\u00e9",x}']);
      const { out } = await check(path);
      assert.deepEqual(
        [...out.matchAll(/reason: the line is not valid JSON: (.*)/g)].map((match) => match[1]),
        [
          'four hexadecimal digits were expected at byte 15',
          'four hexadecimal digits were expected at byte 16',
          "a member's name in quotes was expected at byte 21",
        ],
      );
    });
  });
}

describe('on a host with files', { skip: hostArguments.length === 0 && 'better-sqlite3 is not installed' }, () => {
  test('every scenario has a folder of its own, which is removed', async () => {
    const lines = [
      { requires: ['files', 'second_connection'] },
      { do: 'open', path: 'shop.db' },
      { do: 'sql', sql: 'CREATE TABLE mine(x)', note: 'fails if the file of another scenario is found' },
      { do: 'open', as: 'b', path: 'shop.db' },
      { do: 'sql', as: 'b', sql: 'INSERT INTO mine VALUES(1)' },
      { do: 'sql', sql: 'SELECT x FROM mine', expect: [{ x: 1 }] },
    ];
    const paths = [writeScenario('one.jsonl', lines), writeScenario('two.jsonl', lines)];
    for (const { command, host } of twins.map((twin) => ({ ...twin, host: twin.name === 'native' ? [] : hostArguments[0] }))) {
      const before = readdirSync(scratch);
      const { out } = await run([...command, 'check', ...host, ...paths], { env: { TMPDIR: scratch } });
      assert.equal(out, '10 passed, 0 failed\n');
      assert.deepEqual(readdirSync(scratch), before);
    }
  });
});

describe('the runner itself', () => {
  test('asks nothing of Node', () => {
    const modules = readdirSync(join(js, 'dist/scenario')).filter((name) => name.endsWith('.js'));
    assert.ok(modules.length > 10);
    for (const name of modules) {
      const source = readFileSync(join(js, 'dist/scenario', name), 'utf8');
      assert.doesNotMatch(source, /from '(?!\.\/[a-z-]+\.js')|import\(|\bprocess\b|\bBuffer\b/, name);
    }
  });

  test('runs on a door that answers later', async () => {
    const printed = [];
    let ended = 0;
    const runtime = {
      features: ['memory'],
      async begin() {
        const door = await openDoor();
        return {
          door: { call: async (command) => door.call(command) },
          storePath: ':memory:',
          async end() {
            ended += 1;
            door.dispose();
          },
        };
      },
    };
    const content = '{"do":"events.tenant","expect":"default"}\n{"do":"events.tenant","expect":1,"note":"no"}\n';
    const tally = await runScenario('here', content, runtime, (line) => printed.push(line));
    assert.deepEqual(tally, { passed: 1, failed: 1 });
    assert.equal(printed[0], 'here:2: no');
    assert.equal(ended, 1);
  });

  test('fails a line whose answer is no JSON, or no answer', async () => {
    for (const answer of ['', '{"ok":true', '{}', '[]', 'null', '{"ok":true}', '{"ok":false}', '{"value":1}', '{"ok":"true","value":1}']) {
      const runtime = {
        features: [],
        begin: async () => ({
          door: { call: (command) => (command.includes('open') ? '{"ok":true,"value":null}' : answer) },
          storePath: ':memory:',
          end: async () => {},
        }),
      };
      const lines = ['{}', '{"expect":1}', '{"expect_match":{}}', '{"expect_absent":["/x"]}', '{"expect_error":"busy"}', '{"expect_error":{}}'];
      const tally = await runScenario('here', lines.join('\n'), runtime, () => {});
      assert.deepEqual(tally, { passed: 0, failed: lines.length }, answer);
    }
  });
});

describe('the JSON reader', () => {
  test('takes what RFC 8259 takes', () => {
    for (const text of ['0', '-0', '1.5e+10', '1E-2', ' [ ] ', '{"a":{},"b":[1,"x",null,true,false]}', '"\\ud83d\\ude00\\n"', '"\u2028\u007f"'])
      assert.equal(parse(text).spelling, text.trim());
  });

  test('refuses the rest', () => {
    for (const text of ['', ' ', '01', '+1', '.5', '1.', '1e', '-', 'nul', 'True', 'NaN', "'a'", '[1,]', '[,1]', '[1 2]', '{"a"}', '{"a":}', '{a:1}', '{"a":1,}', '{"a":1', '"\t"', '"\\x"', '"\\u12"', '"\\ud800"', '"\\udc00\\ud800"', '"\ud800"', '"', '1 1', '[]]', '\ufeff1'])
      assert.throws(() => parse(text), MalformedJson, JSON.stringify(text));
  });

  test('keeps names that mean something to JavaScript, and names that are written twice', () => {
    const members = parse('{"__proto__":1,"constructor":2,"__proto__":3}').members();
    assert.deepEqual(
      members.map(({ name, value }) => [name.decoded(), value.spelling]),
      [['__proto__', '1'], ['constructor', '2'], ['__proto__', '3']],
    );
  });

  test('keeps bytes that are not UTF-8 where they stand', () => {
    assert.equal(textOfBytes(Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82)), 'a\udcffé\udce2\udc82');
    assert.equal(textOfBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31)), '\ufeff1');
  });
});

describe('JSON equality', () => {
  test('compares whole numbers exactly, at any size and in any spelling', () => {
    for (const [one, other] of [['1e3', '1000'], ['1.0', '1'], ['-0', '0'], ['0e5', '0.00'], ['10e-1', '1'], ['1E400', '10e399'], ['12345678901234567890', '1234567890123456789e1'], ['1e99999999999999999999', '1.0E+099999999999999999999']])
      assert.ok(numbersEqual(one, other) && numbersEqual(other, one), `${one} ${other}`);
    for (const [one, other] of [['12345678901234567890', '12345678901234567891'], ['9007199254740993', '9007199254740992'], ['1', '-1'], ['1e400', '1e401'], ['1e99999999999999999999', '1e99999999999999999998'], ['1', '10'], ['0', '1'], ['1', '1.0000000000000000001'], ['0', '1e-400']])
      assert.ok(!numbersEqual(one, other) && !numbersEqual(other, one), `${one} ${other}`);
  });

  test('compares fractions as doubles', () => {
    assert.ok(numbersEqual('0.1', '0.10000000000000000001'));
    assert.ok(numbersEqual('1e-400', '0.1e-399'));
    assert.ok(!numbersEqual('0.1', '0.2'));
    assert.ok(!numbersEqual('1e-400', '2e-400'));
  });

  test('tells the first place that differs', () => {
    const differs = (actual, expected, matching = 'exactly') => findDifference(parse(actual), parse(expected), matching);
    assert.equal(differs('{"a":[1,{"b":null}],"c":"x"}', '{"c":"\\u0078","a":[1.0,{"b":null}]}'), undefined);
    assert.deepEqual(differs('{"a":[1,2]}', '{"a":[1,3]}'), { pointer: '/a/1', what: 'is not what was expected' });
    assert.deepEqual(differs('{"a/b":{}}', '{"a/b":{"~":1}}'), { pointer: '/a~1b/~0', what: 'is missing' });
    assert.deepEqual(differs('{"a":1,"b":2}', '{"a":1}'), { pointer: '/b', what: 'was not expected' });
    assert.equal(differs('{"a":1,"b":2}', '{"a":1}', 'atLeast'), undefined);
    assert.deepEqual(differs('[1]', '[]', 'atLeast'), { pointer: '', what: 'is a list of length 1, not 0' });
    for (const [actual, expected] of [['null', 'false'], ['0', 'false'], ['""', 'null'], ['{}', '[]'], ['"1"', '1'], ['{"a":1,"a":2}', '{"a":2,"a":1}'], ['{"a":1}', '{"a":1,"a":1}']])
      assert.ok(differs(actual, expected) && differs(expected, actual), `${actual} ${expected}`);
  });
});

describe('JSON pointers', () => {
  // The examples of RFC 6901, section 5.
  const rfc = '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}';

  test('find what RFC 6901 says', () => {
    const places = { '': rfc, '/foo': '["bar","baz"]', '/foo/0': '"bar"', '/': '0', '/a~1b': '1', '/c%d': '2', '/e^f': '3', '/g|h': '4', '/i\\j': '5', '/k"l': '6', '/ ': '7', '/m~0n': '8' };
    for (const [pointer, value] of Object.entries(places))
      assert.equal(JsonPointer.parse(pointer).find(parse(rfc)).spelling, value, pointer);
    assert.equal(JsonPointer.parse('/~01').find(parse('{"~1":5}')).spelling, '5');
  });

  test('find nothing where nothing is', () => {
    for (const pointer of ['/foo/2', '/foo/-', '/foo/00', '/foo/+1', '/foo/1e0', '/foo/', '/foo/0/0', '/bar', '//', '/a', '/toString', '/foo/length'])
      assert.equal(JsonPointer.parse(pointer).find(parse(rfc)), undefined, pointer);
  });

  test('are refused if they are none', () => {
    for (const text of ['foo', '#/foo', '/~', '/~2', '/a~', ' /']) assert.equal(JsonPointer.parse(text), undefined, text);
  });
});
