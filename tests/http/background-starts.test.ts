import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Document } from '../../domain/documents/document.entity.ts';
import { backgroundStarts } from '../../http/runs/background-starts.ts';
import { temporalAway } from '../api/own-api.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';

const asked = 70;

test('of starts that Temporal does not answer, 64 are under way at most, and each is left to reconciliation', async () => {
  const client = temporalAway();
  const starts = backgroundStarts(client);
  const left: Record<string, unknown>[] = [];
  const log = collectingLogger(left);
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
    return starts.begin(document as Document, { taxId: '11444777000161', log }).then(() => (takenOn += 1));
  });
  await setTimeout(0);
  expect(takenOn).toBe(64);
  await Promise.all(begun);
  await starts.over();
  expect(left.map(({ message }) => message)).toEqual(Array(asked).fill('a document waits for Temporal'));
  await client.connection.close();
});
