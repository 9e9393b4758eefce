import type { TaxRegime } from '../taxation/parties.ts';
import type { NfseSettings } from './settings.ts';

type Regime = { taxRegime: TaxRegime; nfse?: NfseSettings | null };

/** How a company stands to Simples Nacional, as its NFS-e say it (group regTrib). */
export type Simples = {
  /** 1 outside Simples, 2 MEI, 3 small company in Simples. */
  opSimpNac: '1' | '2' | '3';
  /** 1 all taxes by Simples, 2 federal by Simples and ISSQN outside, 3 all outside; null where opSimpNac is not 3 (E0162). */
  regApTribSN: '1' | '2' | '3' | null;
};

const options = { NORMAL: '1', MEI: '2', SIMPLES: '3', SIMPLES_EXCESS: '3' } as const satisfies Record<
  TaxRegime,
  string
>;

/**
 * What the company says of its NFS-e, else what follows from its regime: above the limit of its state (CRT 2) ISSQN is outside Simples
 * (LC 123/2006 art. 20 §1).
 */
export function simplesOf({ taxRegime, nfse }: Regime): Simples {
  const opSimpNac = nfse?.simplesOption ?? options[taxRegime];
  if (opSimpNac !== '3') return { opSimpNac, regApTribSN: null };
  return { opSimpNac, regApTribSN: nfse?.simplesAssessment ?? (taxRegime === 'SIMPLES_EXCESS' ? '2' : '1') };
}

/** The regime by which the company's services are taxed; it differs from that of its goods where the company says so of its NFS-e. */
export function serviceRegimeOf(company: Regime): TaxRegime {
  const { opSimpNac, regApTribSN } = simplesOf(company);
  if (opSimpNac === '1') return 'NORMAL';
  if (opSimpNac === '2') return 'MEI';
  return regApTribSN === '1' ? 'SIMPLES' : 'SIMPLES_EXCESS';
}
