import { expect, test } from 'vitest';
import { readEnv } from '../../config/env.ts';

test('webhooks stay outside, and go to the usual ports, unless a setting says otherwise', () => {
  expect(readEnv({}).webhooks).toEqual({ allowLocal: false, ports: undefined });
  expect(readEnv({ LAVRA_WEBHOOKS_ALLOW_LOCAL: '', LAVRA_WEBHOOKS_PORTS: '' }).webhooks).toEqual(readEnv({}).webhooks);
});

test('the ports of receivers are written with commas between them', () => {
  expect(readEnv({ LAVRA_WEBHOOKS_PORTS: '443, 8443,10443' }).webhooks.ports).toEqual([443, 8443, 10443]);
});

test.each(['0', '65536', '-1', '44.3', 'https', '443,', '443;8443', '443-8443'])('%j are no ports', (ports) => {
  expect(() => readEnv({ LAVRA_WEBHOOKS_PORTS: ports })).toThrow(/LAVRA_WEBHOOKS_PORTS/);
});

test('deliveries that ended are kept for 90 days, or for as many as a setting says', () => {
  expect(readEnv({}).webhookRetentionDays).toBe(90);
  expect(readEnv({ LAVRA_WEBHOOKS_RETENTION_DAYS: '400' }).webhookRetentionDays).toBe(400);
});

test.each(['0', '-1', '1.5', 'x', '36501'])('deliveries cannot be kept for %j days', (days) => {
  expect(() => readEnv({ LAVRA_WEBHOOKS_RETENTION_DAYS: days })).toThrow(/LAVRA_WEBHOOKS_RETENTION_DAYS/);
});

test.each(['yes', 'TRUE', 'on'])('%j is neither leave for local webhooks nor its refusal', (value) => {
  expect(() => readEnv({ LAVRA_WEBHOOKS_ALLOW_LOCAL: value })).toThrow(/LAVRA_WEBHOOKS_ALLOW_LOCAL/);
});
