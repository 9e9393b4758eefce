const chargesSubstitution: ReadonlySet<string> = new Set(['10', '30', '70', '201', '202', '203']);
const collected: ReadonlySet<string> = new Set(['60', '500']);
/** What says of the substitution nothing by itself: other operations, suspension, deferral, single-phase fuels. */
const open: ReadonlySet<string> = new Set(['90', '900', '02', '15', '50', '51', '53', '61']);

/** Sales by the last three digits of their CFOP (Convênio s/nº of 1970, Anexo II). */
const bySubstitute: ReadonlySet<string> = new Set(['401', '403']);
const bySubstituted: ReadonlySet<string> = new Set(['405']);
const ordinary: ReadonlySet<string> = new Set(['101', '102', '107', '108']);

/**
 * What a CFOP says of tax substitution and the situation of the ICMS does not, in Portuguese; null where both tell the same. The authority
 * lets it pass on an NF-e, and there are lawful cases, so that it is no reason to refuse.
 */
export function substitutionDoubt(cfop: string, situation: string): string | null {
  const [isSale, operation] = [/^[56]/.test(cfop), cfop.slice(1)];
  if (!isSale || !situation || open.has(situation)) return null;
  const name = situation.length === 3 ? 'CSOSN' : 'CST';
  if (bySubstitute.has(operation) && !chargesSubstitution.has(situation)) {
    return `O CFOP ${cfop} é de quem cobra a substituição tributária, e o ${name} ${situation} não a cobra: confira os dois.`;
  }
  if (bySubstituted.has(operation) && !collected.has(situation)) {
    return `O CFOP ${cfop} é de mercadoria com ICMS-ST já recolhido (${name} ${name === 'CST' ? '60' : '500'}), e o item tem ${situation}: confira os dois.`;
  }
  if (!ordinary.has(operation) || isOrdinary(situation)) return null;
  const wanted = collected.has(situation) ? '5405 ou 6404' : '5401, 5403, 6401 ou 6403';
  return `O ${name} ${situation} é de mercadoria com substituição tributária, cuja venda tem CFOP próprio (${wanted}), e o item tem ${cfop}: confira os dois.`;
}

function isOrdinary(situation: string): boolean {
  return !chargesSubstitution.has(situation) && !collected.has(situation);
}
