import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import type { GoodsPayload } from '../payload.ts';

/** autXML, 0 to 10. */
export const authorizedAtMost = 10;

/**
 * Who may download the XML (autXML): those of the company's settings, then those of the document, each once. The recipient may anyway, and
 * the authority refuses to be told (rules GA02-20 and GA03-20, 324 and 326).
 */
export function authorizedOf(
  { authorizedTaxIds }: Pick<GoodsPayload, 'authorizedTaxIds'>,
  { settings }: Issuer,
  recipient: Pick<ClientSnapshot, 'document'>,
): string[] {
  const named = new Set([...settings.autXml, ...(authorizedTaxIds ?? [])]);
  named.delete(recipient.document);
  return [...named];
}
