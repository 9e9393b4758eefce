import fc from 'fast-check';
import { type DocumentForFacts, factsOf } from '../../../domain/closings/facts-of.ts';
import type { DocumentFacts } from '../../../domain/closings/facts.ts';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../../domain/documents/compute/operation.ts';
import { computeService, type ServiceInput } from '../../../domain/documents/compute/service.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { chargedFor, type ComputedService } from '../../../domain/documents/computed-service.ts';
import { DomainError } from '../../../domain/errors.ts';
import { randomSale } from '../../support/samples/random-sale.ts';
import { randomService } from '../../support/samples/random-service.ts';
import { taxpayerIn } from '../documents/sale.ts';

/** An NF-e authorized at noon of 2026-10-03. */
export const authorized: DocumentForFacts = {
  id: '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4b5c',
  type: 'NFE',
  status: 'AUTHORIZED',
  series: 1,
  number: 7,
  accessKey: '35261011222333000181550010000000071000000070',
  nfseNumber: null,
  issueDateTime: new Date('2026-10-03T15:00:00Z'),
  authorizationDate: new Date('2026-10-03T15:00:02Z'),
  cancellationDate: null,
  protocolNumber: '135260000000007',
  clientSnapshot: taxpayerIn('SP'),
  totalValue: '0.00',
  computed: null,
};

/** The row of a note as emission leaves it. */
export function ofNote(note: ComputedNote, overrides: Partial<DocumentForFacts> = {}): DocumentForFacts {
  const type = note.model === '55' ? 'NFE' : 'NFCE';
  return { ...authorized, type, totalValue: note.totals.note, computed: note, ...overrides };
}

/** The same of a service. */
export function ofService(service: ComputedService, overrides: Partial<DocumentForFacts> = {}): DocumentForFacts {
  const accessKey = '35503082211222333000181000000000000126110000000012';
  const totalValue = chargedFor(service.amounts);
  return { ...authorized, type: 'NFSE', accessKey, nfseNumber: '12', totalValue, computed: service, ...overrides };
}

/** Computes a note; null if its random fields contradict each other. */
function soundNote(sale: NoteInput): ComputedNote | null {
  try {
    return computeNote(sale);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function soundService(service: ServiceInput): ComputedService | null {
  try {
    return computeService(service);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

const isSound = <Computed>(computed: Computed | null): computed is Computed => computed !== null;

export const randomNote: fc.Arbitrary<ComputedNote> = randomSale.map(soundNote).filter(isSound);
export const randomComputedService: fc.Arbitrary<ComputedService> = randomService.map(soundService).filter(isSound);

const random = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
  isCancelled: fc.boolean(),
  row: fc.oneof(
    randomNote.map((note) => ofNote(note)),
    randomNote.map((note) => ofNote(note, { type: 'NFCE' })),
    randomComputedService.map((service) => ofService(service)),
  ),
});

/** Facts of any document of October 2026. */
export const randomFacts: fc.Arbitrary<DocumentFacts> = random.map(({ day, hour, isCancelled, row }) => {
  const issueDateTime = new Date(Date.UTC(2026, 9, day, hour + 3, 59, 59));
  const status = isCancelled ? 'CANCELLED' : 'AUTHORIZED';
  return factsOf({ ...row, issueDateTime, status, cancellationDate: isCancelled ? issueDateTime : null });
});
