const byRate = new Set(['01', '02']);
const notTaxed = new Set(['04', '05', '06', '07', '08', '09']);

/** The end of the name of the group that carries a PIS or COFINS situation: `PISAliq`, `COFINSNT`... (Q02 to Q05, S02 to S05). */
export function contributionForm(situation: string): 'Aliq' | 'NT' | 'Outr' {
  if (byRate.has(situation)) return 'Aliq';
  return notTaxed.has(situation) ? 'NT' : 'Outr';
}
