import { expect, test } from 'vitest';
import type { RoleInCompany } from '../../domain/accounts/roles.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { type NoteStanding, obstacleTo, noteStanding } from '../../panel/parts/note-standing.ts';

const now = new Date('2026-11-27T15:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

type Subject = Parameters<typeof noteStanding>[0];
type Event = { type: string; status: string; sequence?: number; kind?: WaitKind };

/** A note with the fields that its standing depends on. */
function standing(
  document: Record<string, unknown>,
  { role = 'COMPANY_ISSUER', events = [], wait }: { role?: RoleInCompany; events?: Event[]; wait?: WaitKind } = {},
): NoteStanding {
  const own = events.map((event) => ({ sequence: 1, occurredAt: minutesAgo(1), ...event }));
  const subject = {
    document: { type: 'NFE', status: 'AUTHORIZED', number: 7, authorizationDate: minutesAgo(10), ...document },
    events: own.map((event) => ({ kind: 'own', event })),
    story: {
      waiting: wait ? { kind: wait } : null,
      events: own.map(({ status, kind }) => ({ status, waiting: kind ? { kind } : null })),
    },
  };
  return noteStanding(subject as unknown as Subject, role, now);
}

const acts = (of: NoteStanding) => of.acts.map(({ act }) => act);
const words = (of: NoteStanding) => of.missing.map((each) => each.words).join(' ');

test('an authorized NF-e can be cancelled, corrected and delivered, each until its term', () => {
  const note = standing({});
  expect(note.acts).toEqual([
    { act: 'CANCEL', term: 'até 11:50 de amanhã' },
    { act: 'CORRECT', term: 'até 11:50 de 27 de dezembro' },
    { act: 'RECEIPT' },
  ]);
  expect(note.missing).toEqual([]);
});

test('past its term a note is cancelled only against better knowledge, and corrected no more', () => {
  const late = standing({ authorizationDate: minutesAgo(60 * 24 * 31) });
  expect(acts(late)).toEqual(['RECEIPT']);
  expect(words(late)).toMatch(/O prazo para cancelar acabou às .* Alguns estados/);
  expect(words(late)).toContain('O prazo para corrigir por carta acabou');
  expect(obstacleTo('CANCEL', late)).toBeNull();
  expect(obstacleTo('CORRECT', late)).toMatch(/30 dias/);
});

test('an NFC-e has half an hour, then seven days where another took its place, and no letter', () => {
  expect(standing({ type: 'NFCE' }).acts).toEqual([{ act: 'CANCEL', term: 'até 12:20 de hoje' }]);
  const late = standing({ type: 'NFCE', authorizationDate: minutesAgo(31) });
  expect(acts(late)).toEqual([]);
  expect(words(late)).toContain('Se outra NFC-e ficou no lugar desta, ainda pode ser cancelada até');
  expect(words(late)).toContain('não tem carta de correção');
});

test('the term of an NFS-e is its municipality’s, and nobody is told one', () => {
  expect(standing({ type: 'NFSE' }).acts).toEqual([{ act: 'CANCEL' }, { act: 'REPLACE' }]);
  const leaving = standing({ type: 'NFSE' }, { events: [{ type: 'CANCELLATION', status: 'PENDING' }] });
  expect([acts(leaving), obstacleTo('REPLACE', leaving)]).toEqual([[], expect.stringContaining('foi pedido')]);
});

test('what is under way is said instead of offered again; a receipt that stands is removed before the note is cancelled', () => {
  const cancelling = standing({}, { events: [{ type: 'CANCELLATION', status: 'PENDING' }] });
  expect(acts(cancelling)).toEqual(['CORRECT', 'RECEIPT']);
  expect(words(cancelling)).toMatch(/O cancelamento foi pedido às 11:59 de hoje/);
  const delivered = standing({}, { events: [{ type: 'DELIVERY_RECEIPT', status: 'REGISTERED' }] });
  expect(acts(delivered)).toEqual(['CORRECT', 'REMOVE_RECEIPT']);
  expect(obstacleTo('CANCEL', delivered)).toMatch(/remova-o antes/);
});

test('trying now is offered where it helps: what waits for a mend, and an event that nobody answered', () => {
  const open = { status: 'PROCESSING', authorizationDate: null };
  expect(acts(standing(open, { wait: 'CERTIFICATE' }))).toEqual(['RETRY']);
  expect(acts(standing(open, { wait: 'OURS' }))).toEqual(['RETRY']);
  expect(acts(standing(open, { wait: 'UNANSWERED' }))).toEqual([]);
  expect(acts(standing(open, { wait: 'PERSON' }))).toEqual(['DECIDE']);
  expect(words(standing(open))).toContain('Enquanto está em emissão');
  const event = { type: 'CORRECTION_LETTER', status: 'PENDING', kind: 'UNANSWERED' } as const;
  expect(acts(standing({}, { events: [event] }))).toContain('RETRY');
});

test('a draft is issued, edited or removed; one that has a number is not removed', () => {
  const draft = { status: 'DRAFT', number: 0, authorizationDate: null };
  expect(acts(standing(draft))).toEqual(['EMIT', 'MEND', 'REMOVE']);
  expect(acts(standing({ ...draft, status: 'REJECTED' }))).toEqual(['MEND', 'EMIT', 'REMOVE']);
  const numbered = standing({ ...draft, status: 'REJECTED', number: 9 });
  expect(acts(numbered)).toEqual(['MEND', 'EMIT']);
  expect(words(numbered)).toContain('o número 9 já é dela');
});

test.each(['COMPANY_READER', 'OFFICE_RECEIVING', 'OFFICE_LOOKING', 'SUPPORT_LOOKING', 'PORTAL_LOOKING'] as const)(
  'who does not issue (%s) is told who changes a note',
  (role) => {
    const looked = standing({}, { role });
    expect(looked.acts).toEqual([]);
    expect(words(looked)).toBe('Seu acesso é só de consulta: quem emite pela empresa é que muda uma nota.');
  },
);

test.each(['COMPANY_ADMIN', 'COMPANY_ISSUER', 'OFFICE_ISSUING', 'PORTAL_ISSUING'] as const)(
  'who issues (%s) can cancel a note',
  (role) => expect(acts(standing({}, { role }))).toContain('CANCEL'),
);

test('a cancelled note is changed by nobody', () => {
  const cancelled = standing({ status: 'CANCELLED' });
  expect([cancelled.acts, words(cancelled)]).toEqual([[], 'Esta nota está cancelada: nada mais se faz com ela.']);
});
