import { expect, test } from 'vitest';
import { readEnv } from '../../config/env.ts';

const simulated = { LAVRA_AUTHORITY_ADDRESS: '127.0.0.1:9443' };
const wait = (seconds: string) => ({ LAVRA_DISTRIBUTION_WAIT_SECONDS: seconds });

test('an hour passes between questions for received documents, or longer', () => {
  expect(readEnv({}).distributionWaitSeconds).toBe(3_600);
  expect(readEnv(wait('7200')).distributionWaitSeconds).toBe(7_200);
});

test('less than an hour is for a simulated authority alone, and the refusal says so', () => {
  expect(readEnv({ ...simulated, ...wait('20') }).distributionWaitSeconds).toBe(20);
  for (const seconds of ['20', '3599']) {
    expect(() => readEnv(wait(seconds))).toThrow(
      /LAVRA_DISTRIBUTION_WAIT_SECONDS[^]*656|656[^]*LAVRA_DISTRIBUTION_WAIT_SECONDS/,
    );
    expect(() => readEnv({ ...wait(seconds), LAVRA_AUTHORITY_ADDRESS: '' })).toThrow(/LAVRA_AUTHORITY_ADDRESS/);
  }
});

test.each(['0', '-1', '1.5', 'x', '86401'])('%j is no wait', (seconds) => {
  expect(() => readEnv({ ...simulated, ...wait(seconds) })).toThrow(/LAVRA_DISTRIBUTION_WAIT_SECONDS/);
});
