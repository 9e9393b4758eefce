import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyEvents, mergeNote } from '../../../domain/received/merge.ts';
import type { NoteState } from '../../../domain/received/note-state.ts';
import type { EventArrival, NoteArrival } from '../../../domain/received/arrival.ts';
import { readEntry } from '../../../domain/arrivals/read-entry.ts';
import { roleOf } from '../../../domain/received/role.ts';
import { procNfe, resEvento, resNfe } from '../../support/received-samples.ts';

const us = '11444777000161';
const summary = noteOf('resNFe_v1.01.xsd', resNfe());
const complete = noteOf('procNFe_v4.00.xsd', procNfe());
const cancelled: NoteArrival = { ...summary, status: 'CANCELLED' };
const cancellation = eventOf(resEvento());

function noteOf(schema: string, xml: string): NoteArrival {
  const arrival = readEntry('NFE', schema, xml);
  if (arrival.kind !== 'note') throw new TypeError('not a note');
  return arrival;
}

function eventOf(xml: string): EventArrival {
  const arrival = readEntry('NFE', 'resEvento_v1.01.xsd', xml);
  if (arrival.kind !== 'event') throw new TypeError('not an event');
  return arrival;
}

const manifested = (code: string, minute: number, changes: Partial<EventArrival> = {}): EventArrival => ({
  ...cancellation,
  code,
  author: us,
  registeredAt: new Date(Date.UTC(2026, 10, 22, 12, minute)),
  ...changes,
});

type Came = { nsu: bigint; arrival: NoteArrival | EventArrival };

/** What the row is after entries in this order: what a storing side does with them. */
function rowAfter(came: readonly Came[]) {
  let note: NoteState | null = null;
  const events: EventArrival[] = [];
  for (const { nsu, arrival } of came) {
    if (arrival.kind === 'event') events.push(arrival);
    else note = mergeNote(note, { arrival, nsu, role: roleOf(arrival, us) });
    if (note) note = { ...note, status: applyEvents(note, events).status };
  }
  return note && { ...note, ...applyEvents(note, events) };
}

const arrivals = fc
  .array(
    fc.oneof(
      fc.constantFrom<NoteArrival | EventArrival>(summary, complete, cancelled, cancellation),
      fc
        .record({ code: fc.constantFrom('210200', '210210', '210220', '210240', '110110'), minute: fc.nat(5) })
        .map(({ code, minute }) => manifested(code, minute)),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((arrival, index) => ({ nsu: BigInt(index + 1), arrival })));

test('any order of summaries, complete notes, events and manifestations, each as often as it likes, ends in the same row', () => {
  const orders = arrivals.chain((came) =>
    fc.record({
      came: fc.constant(came),
      other: fc.shuffledSubarray([...came, ...came], { minLength: came.length * 2, maxLength: came.length * 2 }),
    }),
  );
  fc.assert(
    fc.property(orders, ({ came, other }) => expect(rowAfter(other)).toEqual(rowAfter(came))),
    {
      numRuns: 500,
    },
  );
});

test('the complete note takes the place of its summary and never gives it back', () => {
  const first = mergeNote(null, { arrival: summary, nsu: 3n, role: 'RECIPIENT' });
  expect(first).toMatchObject({
    schemaType: 'RES_NFE',
    hasFullXml: false,
    nsu: 3n,
    issuer: { name: 'Padaria & Filhos' },
  });
  const second = mergeNote(first, { arrival: complete, nsu: 9n, role: 'RECIPIENT' });
  expect(second).toMatchObject({ schemaType: 'PROC_NFE', hasFullXml: true, nsu: 9n, issuer: complete.issuer });
  expect(mergeNote(second, { arrival: summary, nsu: 12n, role: 'RECIPIENT' })).toEqual(second);
  expect(mergeNote(second, { arrival: complete, nsu: 12n, role: 'RECIPIENT' })).toEqual({ ...second, nsu: 12n });
});

test('a note that any version or event cancels stays cancelled', () => {
  const first = mergeNote(null, { arrival: cancelled, nsu: 3n, role: 'RECIPIENT' });
  expect(mergeNote(first, { arrival: complete, nsu: 9n, role: 'RECIPIENT' }).status).toBe('CANCELLED');
  const note = { status: 'AUTHORIZED', role: 'RECIPIENT' } as const;
  expect(applyEvents(note, [cancellation]).status).toBe('CANCELLED');
  expect(applyEvents({ ...note, status: 'CANCELLED' }, []).status).toBe('CANCELLED');
  expect(applyEvents(note, [{ ...cancellation, code: '110110' }]).status).toBe('AUTHORIZED');
});

test.each([
  ['101101', 'CANCELLED'],
  ['105102', 'CANCELLED'],
  ['105104', 'CANCELLED'],
  ['305101', 'CANCELLED'],
  ['101103', 'AUTHORIZED'],
  ['105105', 'AUTHORIZED'],
  ['305102', 'AUTHORIZED'],
  ['203206', 'AUTHORIZED'],
  ['110111', 'AUTHORIZED'],
])('the event %s of an NFS-e leaves it %s', (code, status) => {
  const event = { ...cancellation, model: 'NFSE', code } as const;
  expect(applyEvents({ status: 'AUTHORIZED', role: 'RECIPIENT' }, [event]).status).toBe(status);
});

test('an event that was not registered changes nothing', () => {
  const refused = { ...cancellation, cStat: '573' };
  const state = applyEvents({ status: 'AUTHORIZED', role: 'RECIPIENT' }, [
    refused,
    manifested('210200', 1, { cStat: '596' }),
  ]);
  expect(state).toEqual({ status: 'AUTHORIZED', manifestation: null });
});

test('the last conclusion counts, whenever CIENCIA came', () => {
  const said = (...events: EventArrival[]) =>
    applyEvents({ status: 'AUTHORIZED', role: 'RECIPIENT' }, events).manifestation;
  expect(said()).toBeNull();
  expect(said(manifested('210210', 1))).toBe('CIENCIA');
  expect(said(manifested('210220', 1), manifested('210210', 2))).toBe('DESCONHECIDA');
  expect(said(manifested('210200', 3), manifested('210240', 2))).toBe('CONFIRMADA');
  expect(said(manifested('210200', 3), manifested('210240', 4))).toBe('NAO_REALIZADA');
});

test('what a recipient said is no manifestation of its transporter', () => {
  const note = { status: 'AUTHORIZED', role: 'TRANSPORTER' } as const;
  expect(applyEvents(note, [manifested('210200', 1)]).manifestation).toBeNull();
});
