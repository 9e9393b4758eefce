import { expect, test } from 'vitest';
import { checkTemporal, type ExaminedTemporal } from '../../../operations/doctor/temporal.ts';

const own = '01a1fe4b';
const sound: ExaminedTemporal = {
  namespace: 'lavra',
  searchAttributes: ['LavraWaitingFor'],
  queues: ['nfe', 'webhooks'],
  hasNamespace: () => Promise.resolve(true),
  owner: () => Promise.resolve(own),
  missingAttributes: () => Promise.resolve([]),
  workersOf: () => Promise.resolve(1),
  commands: { create: 'create it', giveUp: 'give it up' },
};

const found = async (temporal: Partial<ExaminedTemporal>, installation = () => Promise.resolve(own)) =>
  (await checkTemporal({ ...sound, ...temporal }, installation)).map(({ check, status, mend }) => [
    check,
    status,
    mend,
  ]);

test('a Temporal in order passes, queue by queue', async () => {
  expect(await found({})).toEqual([
    ['temporal', 'OK', undefined],
    ['search_attributes', 'OK', undefined],
    ['workers', 'OK', undefined],
    ['workers', 'OK', undefined],
  ]);
});

test('one that is away, or lacks the namespace, is asked nothing more', async () => {
  expect(await found({ hasNamespace: () => Promise.reject(new Error('refused')) })).toEqual([
    ['temporal', 'FAILURE', expect.stringContaining('TEMPORAL_ADDRESS')],
  ]);
  expect(await found({ hasNamespace: () => Promise.resolve(false) })).toEqual([['temporal', 'FAILURE', 'create it']]);
});

test('a namespace of another installation, missing attributes and a queue without workers are reported with their mends', async () => {
  const foreign = await found({
    owner: () => Promise.resolve('another'),
    missingAttributes: () => Promise.resolve(['LavraWaitingFor']),
    workersOf: (queue) => Promise.resolve(queue === 'nfe' ? 0 : 2),
  });
  expect(foreign.filter(([, status]) => status === 'FAILURE')).toEqual([
    ['temporal', 'FAILURE', expect.stringContaining('give it up')],
    ['search_attributes', 'FAILURE', expect.any(String)],
    ['workers', 'FAILURE', 'inicie um worker: npm run worker'],
  ]);
});

test('whose the namespace is stays unsaid while nobody has claimed it, or the database is away', async () => {
  const ok = await found({});
  expect(await found({ owner: () => Promise.resolve(null) })).toEqual(ok);
  expect(await found({}, () => Promise.reject(new Error('away')))).toEqual(ok);
});
