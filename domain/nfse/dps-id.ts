/** What identifies a DPS for ever, whatever becomes of it. */
export type DpsIdParts = {
  /** cLocEmi: the issuer's municipality. */
  municipalityCode: string;
  /** CNPJ, or CPF of an issuer who has none. */
  taxId: string;
  series: number;
  number: number;
};

const pattern = /^DPS([0-9]{7})(?:1000([0-9]{11})|2([0-9A-Z]{14}))([0-9]{5})([0-9]{15})$/;

/** infDPS/@Id, 45 characters (TSIdDPS): its parts must be those of the DPS itself (rule E0004). */
export function dpsId({ municipalityCode, taxId, series, number }: DpsIdParts): string {
  const kind = taxId.length === 11 ? '1' : '2';
  const inscription = taxId.padStart(14, '0');
  return `DPS${municipalityCode}${kind}${inscription}${String(series).padStart(5, '0')}${String(number).padStart(15, '0')}`;
}

/**
 * Takes the Id of a DPS apart.
 *
 * @throws TypeError where the text is not one
 */
export function parseDpsId(id: string): DpsIdParts {
  const [, municipalityCode, cpf, cnpj, series, number] = pattern.exec(id) ?? [];
  const taxId = cpf ?? cnpj;
  if (!municipalityCode || !taxId) throw new TypeError(`Not the Id of a DPS: ${JSON.stringify(id)}`);
  return { municipalityCode, taxId, series: Number(series), number: Number(number) };
}
