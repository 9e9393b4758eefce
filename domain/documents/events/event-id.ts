import { type DocumentType, traitsOf } from '../../document-types.ts';

/**
 * The id of an event at its authority and in our calls about it: of a note of goods `ID`, tpEvento, key and sequence (two digits); of an
 * NFS-e `PRE`, key and tpEvento (XSD TSIdPedRegEvt).
 */
export function idOfEvent(
  { code, sequence }: { code: string; sequence: number },
  { type, accessKey }: { type: DocumentType; accessKey?: string | null | undefined },
): string {
  const key = accessKey ?? '';
  return traitsOf[type].authority === 'SEFIN' ? `PRE${key}${code}` : goodsEventId(code, { accessKey: key, sequence });
}

/** Id of an event of a note of goods, by its type (tpEvento). */
export function goodsEventId(type: string, { accessKey, sequence }: { accessKey: string; sequence: number }): string {
  return `ID${type}${accessKey}${String(sequence).padStart(2, '0')}`;
}
