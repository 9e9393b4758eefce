import { cancellationOf, isAuthorized, isManifestation, releasesNote } from '../events/standing.ts';
import { accessKey } from '../register/access-key.ts';
import type { EventRecord, NoteRecord } from '../register/records.ts';
import { isCnpj, isCpf } from '../rules/check-digits.ts';

/** What one taxpayer gets of a note: its summary, the note itself, or one of its events. */
export type Delivery = { holder: string; what: 'summary' | 'note' | EventRecord };

type Parties = { issuer: string; recipient: string | undefined; carrier: string | undefined; third: readonly string[] };

/**
 * Who gets what when a note is authorized or denied (NT 2014.002 v1.40, table of section 3): the recipient a summary, carrier
 * and the persons in `autXML` the note, the issuer nothing. Who is recipient as well waits as a recipient does.
 */
export function deliveriesOfNote(note: NoteRecord): Delivery[] {
  const parties = partiesOf(note);
  if (!parties) return [];
  const { recipient } = parties;
  return [
    ...(recipient === undefined ? [] : [{ holder: recipient, what: 'summary' as const }]),
    ...(isAuthorized(note) ? others(parties).map((holder) => ({ holder, what: 'note' as const })) : []),
  ];
}

/**
 * Who gets what when an event is registered (same table). A manifestation goes to issuer and third persons, and frees the note
 * and its events for the recipient, unless it disowns the operation. An event of the issuer goes to all others; to a recipient who has
 * only the summary, a cancellation alone.
 */
export function deliveriesOfEvent(event: EventRecord, note: NoteRecord, earlier: readonly EventRecord[]): Delivery[] {
  const parties = partiesOf(note);
  if (!parties) return [];
  return isManifestation(event) ? ofRecipient(event, parties, earlier) : ofIssuer(event, parties, earlier);
}

/** Whether the recipient of a note may have it whole. */
export function isReleased(events: readonly EventRecord[]): boolean {
  return events.some(releasesNote);
}

/** The taxpayers that a note is about; undefined for an NFC-e, which is not distributed. */
export function partiesOf(note: NoteRecord): Parties | undefined {
  const key = accessKey(note.chNFe);
  if (key?.model !== '55') return undefined;
  const issuer = isCnpj(key.issuer) ? key.issuer : key.issuer.slice(3);
  const recipient = asTaxpayer(note.recipient);
  return {
    issuer,
    recipient: recipient === issuer ? undefined : recipient,
    carrier: asTaxpayer(note.carrier),
    third: note.authorized ?? [],
  };
}

function ofRecipient(event: EventRecord, parties: Parties, earlier: readonly EventRecord[]): Delivery[] {
  const { issuer, recipient, third } = parties;
  const told = new Set([issuer, ...third.filter((holder) => holder !== recipient)]);
  const toOthers = [...told].map((holder) => ({ holder, what: event }));
  if (recipient === undefined || !releasesNote(event) || isReleased(earlier)) return toOthers;
  const heldBack = earlier.filter((one) => !isManifestation(one) && cancellationOf([one]) === undefined);
  return [
    ...toOthers,
    { holder: recipient, what: 'note' },
    ...heldBack.map((one) => ({ holder: recipient, what: one })),
  ];
}

function ofIssuer(event: EventRecord, parties: Parties, earlier: readonly EventRecord[]): Delivery[] {
  const { recipient } = parties;
  const recipientToo = cancellationOf([event]) !== undefined || isReleased(earlier);
  const holders = [...(recipient !== undefined && recipientToo ? [recipient] : []), ...others(parties)];
  return holders.map((holder) => ({ holder, what: event }));
}

/** Carrier and third persons who are neither recipient nor issuer. */
function others({ issuer, recipient, carrier, third }: Parties): string[] {
  const named = [...(carrier === undefined ? [] : [carrier]), ...third];
  return [...new Set(named)].filter((holder) => holder !== issuer && holder !== recipient);
}

function asTaxpayer(text: string | undefined): string | undefined {
  return text !== undefined && (isCnpj(text) || isCpf(text)) ? text : undefined;
}
