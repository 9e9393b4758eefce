/** The fields that the layouts require of an address in Brazil, and how they are called in a sentence. */
export const addressFieldNames = {
  street: 'o logradouro',
  number: 'o número (ou S/N)',
  neighborhood: 'o bairro',
  municipalityCode: 'o código do município no IBGE',
  city: 'o município',
  state: 'a UF',
} as const;
export type AddressField = keyof typeof addressFieldNames;
export const addressFields = Object.keys(addressFieldNames) as AddressField[];
