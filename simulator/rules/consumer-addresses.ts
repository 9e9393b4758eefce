import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Environment } from '../transport/endpoints.ts';

type ByEnvironment<T> = { production: T; homologation: T };
type Published = ByEnvironment<{ urlQrCode: string; urlChave: string }> & {
  /** Day of issue from which the address is valid, and the address before that. */
  since?: string;
  before?: ByEnvironment<string>;
  alternative?: ByEnvironment<string>;
};

const states: Readonly<Record<string, Published | undefined>> = table.nfceQrCode;
const letters = new Map(Object.entries(table.cUF).map(([state, code]) => [String(code), state]));

/** The addresses where consumers of a state look up their notes: by QR code, for notes of a day (AAAA-MM-DD), and by key. */
export function consumerAddresses(
  cUF: string,
  environment: Environment,
  issuedOn: string,
): { qrCode: readonly string[]; key: string } | undefined {
  const published = states[letters.get(cUF) ?? ''];
  if (!published) return undefined;
  const name = environment === 1 ? 'production' : 'homologation';
  const { since, before, alternative } = published;
  const current = before && issuedOn < (since ?? '') ? before[name] : published[name].urlQrCode;
  return { qrCode: [current, ...(alternative ? [alternative[name]] : [])], key: published[name].urlChave };
}
