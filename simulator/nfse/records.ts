import { z } from 'zod';

const environment = z.union([z.literal(1), z.literal(2)]);

const note = z.object({
  kind: z.literal('note'),
  environment,
  chNFSe: z.string(),
  idDps: z.string(),
  nNFSe: z.number(),
  nDFSe: z.number(),
  cStat: z.number(),
  dhProc: z.string(),
  /** CNPJ or CPF of the issuer, and of taker and intermediary where the note names them by one. */
  issuer: z.string(),
  taker: z.string().optional(),
  intermediary: z.string().optional(),
});

const event = z.object({
  kind: z.literal('event'),
  environment,
  chNFSe: z.string(),
  id: z.string(),
  tpEvento: z.string(),
  nSeqEvento: z.number(),
  nDFSe: z.number(),
  dhProc: z.string(),
});

/** What SEFIN records; instants are ISO text with their own offset. */
export const nfseRecord = z.discriminatedUnion('kind', [note, event]);
export type NfseRecord = z.infer<typeof nfseRecord>;

/** An NFS-e that was generated. */
export type NfseNote = z.infer<typeof note>;
/** An event that was registered on an NFS-e. */
export type NfseEvent = z.infer<typeof event>;

/** A record with the document that it is about, as it was answered. */
export type NfseEntry = { record: NfseRecord; xml: string };

/** Events that end a note, by type: what each is called (xDesc). */
const endings: ReadonlyMap<string, string> = new Map([
  ['101101', 'Cancelamento de NFS-e'],
  ['105102', 'Cancelamento de NFS-e por Substituição'],
  ['105104', 'Cancelamento de NFS-e Deferido por Análise Fiscal'],
  ['305101', 'Cancelamento de NFS-e por Ofício'],
]);

/** What the event is called that ended a note; undefined while the note stands. */
export function endingOf(events: readonly NfseEvent[]): string | undefined {
  return events.map(({ tpEvento }) => endings.get(tpEvento)).find((name) => name !== undefined);
}
