import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Environment } from '../companies/settings.ts';

/** Where a consumer looks an NFC-e up: `qrCode` is the address in front of the QR code's parameters, `accessKey` the page for the key. */
export type ConsumerPages = { qrCode: string; accessKey: string };

type Published = Record<'production' | 'homologation', { urlQrCode: string; urlChave: string }>;
const published: Record<string, Published> = table.nfceQrCode;

/**
 * The pages of a state, as it spells them: the authority compares both (rules ZX02-20 and ZX03-20, 395 and 878).
 *
 * @throws TypeError where the table has no such state
 */
export function consumerPagesOf(state: string, environment: Environment): ConsumerPages {
  const pages = published[state]?.[environment === 'PRODUCTION' ? 'production' : 'homologation'];
  if (!pages) throw new TypeError(`no pages of NFC-e for "${state}"`);
  return { qrCode: pages.urlQrCode, accessKey: pages.urlChave };
}
