import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isGenuine, signature } from '../../domain/webhooks/signature.ts';
import { answersOf, missingProgram, type Question, verifiers } from './verifiers.ts';

const page = await readFile('docs/webhooks.md', 'utf8');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-docs-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(verifiers)('the $language of docs/webhooks.md', (verifier) => {
  const missing = missingProgram(verifier);
  const title = 'knows what Lavra signed from everything else';
  if (missing) {
    test.skip(`${title} (not run: there is no ${missing} on this machine)`, () => {});
    return;
  }
  test(title, async () => {
    const [snippet, ...others] = fenced(verifier.fence);
    expect(others).toEqual([]);
    const command = await verifier.prepare(folder, snippet ?? '');
    const all = Object.values(questions);
    const answers = await answersOf(
      command,
      all.map(({ question }) => question),
    );
    const told = Object.fromEntries(Object.keys(questions).map((name, at) => [name, answers[at]]));
    expect(told).toEqual(Object.fromEntries(Object.entries(questions).map(([name, { genuine }]) => [name, genuine])));
  });
});

test('the published vectors are what Lavra signs, and the page says what to sign them with', () => {
  expect(vectors).toHaveLength(2);
  for (const { body, v1 } of vectors) {
    expect(signature(secret, body, new Date(signedAt * 1000))).toBe(`t=${signedAt},v1=${v1}`);
    expect(isGenuine(`t=${signedAt},v1=${v1}`, { secret, body, at: new Date(signedAt * 1000) })).toBe(true);
  }
});

function fenced(word: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${word}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
}

const secret = /The secret is `(whsec_[^`]+)`/.exec(page)?.[1] ?? '';
const signedAt = Number(/`t` is ([0-9]+)/.exec(page)?.[1]);
const vectors = [...page.matchAll(/^\| `(\{.*\})` +\| `([0-9a-f]{64})` \|$/gm)].map(([, body = '', v1 = '']) => {
  return { body, v1 };
});

type Case = { question: Question; genuine: boolean };
const questions = cases();

function cases(): Record<string, Case> {
  const [ascii = { body: '', v1: '' }, accents = ascii] = vectors;
  const good: Question = { signature: `t=${signedAt},v1=${accents.v1}`, body: accents.body, secret, now: signedAt };
  const minutesAgo = (minutes: number): Question => {
    const body = '{"id":"evt_now"}';
    return { body, secret, signature: signature(secret, body, new Date(Date.now() - minutes * 60_000)) };
  };
  const genuine = (question: Question): Case => ({ question, genuine: true });
  const refused = (changes: Partial<Question>): Case => ({ question: { ...good, ...changes }, genuine: false });
  return {
    'the first vector': genuine({ ...good, body: ascii.body, signature: `t=${signedAt},v1=${ascii.v1}` }),
    'the second vector': genuine(good),
    'signed five minutes ago': genuine({ ...good, now: signedAt + 300 }),
    'signed by a clock five minutes ahead': genuine({ ...good, now: signedAt - 300 }),
    'with a scheme of tomorrow behind it': genuine({ ...good, signature: `${good.signature},v2=abc` }),
    'signed now, by its own clock': genuine(minutesAgo(0)),
    'signed ten minutes ago, by its own clock': { question: minutesAgo(10), genuine: false },
    'a tampered body': refused({ body: accents.body.replace('119', '919') }),
    'a body that was parsed and written again': refused({ body: JSON.stringify(JSON.parse(accents.body), null, 1) }),
    'an empty body': refused({ body: '' }),
    "another body's signature": refused({ signature: `t=${signedAt},v1=${ascii.v1}` }),
    'signed 301 seconds ago': refused({ now: signedAt + 301 }),
    'signed by a clock 301 seconds ahead': refused({ now: signedAt - 301 }),
    'a time that was made younger': refused({ signature: `t=${signedAt + 200},v1=${accents.v1}` }),
    'a foreign secret': refused({ secret: 'whsec_b3RoZXI=' }),
    'a secret without its prefix': refused({ secret: secret.replace('whsec_', '') }),
    'no signature': refused({ signature: '' }),
    'a signature cut short': refused({ signature: good.signature.slice(0, -1) }),
    'a signature with more behind it': refused({ signature: `${good.signature}0` }),
    'a signature without its time': refused({ signature: `v1=${accents.v1}` }),
    'a time that is no number': refused({ signature: `t=agora,v1=${accents.v1}` }),
    'a time in digits of another script': refused({ signature: `t=١٢٣,v1=${accents.v1}` }),
    'a time without end': refused({ signature: `t=${'9'.repeat(400)},v1=${accents.v1}` }),
    'not a signature at all': refused({ signature: 'sha256=abc' }),
  };
}
