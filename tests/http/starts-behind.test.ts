import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Logger } from '../../config/logger.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { startsBehind } from '../../http/runs/starts-behind.ts';
import { temporalAway } from '../api/own-api.ts';

const asked = 70;

test('of starts that Temporal does not answer, 64 are under way at most, and each is left to reconciliation', async () => {
  const client = temporalAway();
  const starts = startsBehind(client);
  const left: unknown[] = [];
  const log = {
    warn: (message: unknown) => void left.push(message),
    error: (message: unknown) => void left.push(message),
  };
  let takenOn = 0;
  const begun = Array.from({ length: asked }, (_, at) => {
    const document = {
      id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      attempt: 1,
      type: 'NFE',
      number: 0,
      totalValue: '1.00',
      clientSnapshot: {},
    };
    return starts
      .begin(document as Document, { taxId: '11444777000161', log: log as unknown as Logger })
      .then(() => (takenOn += 1));
  });
  await setTimeout(0);
  expect(takenOn).toBe(64);
  await Promise.all(begun);
  await starts.over();
  expect(left).toEqual(Array(asked).fill('a document waits for Temporal'));
  await client.connection.close();
});
