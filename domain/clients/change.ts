import type { ClientInput } from './client-input.ts';
import { normalizeClient } from './normalize.ts';
import { type ClientRecord, recordOf } from './record.ts';

/** Fields to change: what is absent stays, null clears. */
export type ClientChanges = { [Field in keyof ClientInput]?: ClientInput[Field] | undefined };

/**
 * The record with the changes in it, validated as a whole. What was inferred is inferred again where it follows from a field that is sent
 * with another value, unless it is sent itself: who changes only the name does not move a taxpayer type that somebody chose.
 *
 * @throws DomainError `validation_error` with every fault of the whole in `issues`
 */
export function changeClient(kept: ClientRecord, sent: ClientChanges): ClientRecord {
  const stale = inferredAnew(kept, sent).map((field): [string, null] => [field, null]);
  const said = Object.entries(sent).filter(([, value]) => value !== undefined);
  const input: ClientInput = { ...kept, ...Object.fromEntries([...stale, ...said]) };
  return recordOf(normalizeClient(input, ''));
}

type Inferred = 'type' | 'documentType' | 'taxpayerType' | 'state';

function inferredAnew(kept: ClientRecord, sent: ClientChanges): Inferred[] {
  const moves = (field: keyof ClientChanges): boolean =>
    sent[field] !== undefined && plain(sent[field]) !== plain(kept[field]);
  const isAbroad = [kept.type, sent.type].includes('FOREIGN');
  const isNobody = kept.document === '';
  return [
    ...(moves('document') || moves('documentType') || (moves('country') && isNobody) ? (['type'] as const) : []),
    ...(moves('document') || (moves('type') && isAbroad) ? (['documentType'] as const) : []),
    ...(moves('stateRegistration') ? (['taxpayerType'] as const) : []),
    ...(moves('municipalityCode') ? (['state'] as const) : []),
  ];
}

/** Without punctuation and case, in which the written and the kept form of a value differ. */
function plain(value: string | null | undefined): string {
  return (value ?? '').toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}
