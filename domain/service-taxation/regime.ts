import type { TaxRegime } from '../taxation/parties.ts';

/** How an issuer stands towards Simples and its municipality (group regTrib of the DPS). */
export type ServiceRegime = { opSimpNac: '1' | '2' | '3'; regApTribSN: '1' | '2' | '3' | null; regEspTrib: string };

/** What a company says of it; null follows its tax regime. */
export type SaidRegime = {
  taxRegime: TaxRegime;
  simplesOption: ServiceRegime['opSimpNac'] | null;
  simplesAssessment: ServiceRegime['regApTribSN'];
  specialRegime: string;
};

const options = { NORMAL: '1', MEI: '2', SIMPLES: '3', SIMPLES_EXCESS: '3' } as const satisfies Record<
  TaxRegime,
  string
>;

/**
 * The regime of a company. Above the state's limit of revenue a company in Simples pays ISSQN outside it (LC 123/2006 art. 20 §1), which is
 * regApTribSN 2.
 */
export function regimeOf({ taxRegime, simplesOption, simplesAssessment, specialRegime }: SaidRegime): ServiceRegime {
  const opSimpNac = simplesOption ?? options[taxRegime];
  const assessment = simplesAssessment ?? (taxRegime === 'SIMPLES_EXCESS' ? '2' : '1');
  return { opSimpNac, regApTribSN: opSimpNac === '3' ? assessment : null, regEspTrib: specialRegime };
}

/** The tax regime that the rules of ISSQN know: within Simples only where its ISSQN is paid by it. */
export function issRegimeOf({ opSimpNac, regApTribSN }: ServiceRegime): TaxRegime {
  switch (opSimpNac) {
    case '1':
      return 'NORMAL';
    case '2':
      return 'MEI';
    case '3':
      return regApTribSN === '1' ? 'SIMPLES' : 'SIMPLES_EXCESS';
  }
}

/**
 * The regime as one DPS says it: a special one only where ISSQN is due, to the company's own municipality, and not by Simples (rules E0172,
 * E0174, E0175 and E0177).
 */
export function regimeOfService(
  regime: ServiceRegime,
  { issTaxation, isDueAtHome }: { issTaxation: string; isDueAtHome: boolean },
): ServiceRegime {
  const issRegime = issRegimeOf(regime);
  const isSpecial = issTaxation === '1' && isDueAtHome && issRegime !== 'MEI' && issRegime !== 'SIMPLES';
  return isSpecial ? regime : { ...regime, regEspTrib: '0' };
}
