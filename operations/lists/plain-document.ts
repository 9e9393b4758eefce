const digits = /^\d[\d./\s-]*$/;
/** At least the first three groups: shorter ones could be a domain. */
const alphanumericCnpj = /^(?=.*\d)[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}(\/[0-9A-Z]{0,4}(-\d{0,2})?)?$/i;

/** A search without its punctuation where it is (part of) a CPF or CNPJ: documents are kept as digits and letters only. */
export function plainDocument(search: string): string {
  const term = search.trim();
  return digits.test(term) || alphanumericCnpj.test(term) ? term.replaceAll(/[./\s-]/g, '') : term;
}
