import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import type { SaleFields } from './fields.ts';

const short = (name: string, label: string, most: number): Field => ({ name, label, most, isShort: true });

/** A deduction from the ISSQN base by percentage or value; one that documents prove is a list of rows. */
export const deduction: FieldGroup = {
  title: 'Dedução da base do ISSQN',
  isFolded: true,
  help: 'Diga a porcentagem, o valor ou os documentos que a provam: um dos três.',
  fields: [
    { name: 'service.deductions.rate', label: 'Dedução (%)', kind: 'decimal', isShort: true },
    { name: 'service.deductions.value', label: 'Dedução (R$)', kind: 'decimal', isShort: true },
  ],
};

/** The list of documents that prove a deduction (docDedRed). */
export const deductionList = 'service.deductions.documents';

/** tpDedRed of the national layout v1.01 (2026-07-27). */
const types: readonly Choice[] = [
  ['', 'Escolha…'],
  ['1', 'Alimentação e bebidas'],
  ['2', 'Materiais'],
  ['3', 'Produção externa'],
  ['4', 'Reembolso de despesas'],
  ['5', 'Repasse consorciado'],
  ['6', 'Repasse de plano de saúde'],
  ['7', 'Serviços'],
  ['8', 'Subempreitada de mão de obra'],
  ['9', 'Profissional parceiro'],
  ['99', 'Outra dedução'],
];

/** One document that proves a deduction, and who issued it (fornec). */
export function deductionFields(index: number): SaleFields {
  const own = (name: string): string => `${deductionList}[${index}].${name}`;
  const supplier = (name: string): string => own(`supplier.${name}`);
  return {
    first: [
      { name: own('type'), label: 'O que se deduz', kind: 'choice', choices: types, isRequired: true },
      { name: own('issueDate'), label: 'Emissão do comprovante', kind: 'date', isRequired: true, isShort: true },
      {
        name: own('deductibleValue'),
        label: 'Quanto ele deixa deduzir (R$)',
        kind: 'decimal',
        isRequired: true,
        isShort: true,
      },
      { name: own('value'), label: 'Quanto se deduz aqui (R$)', kind: 'decimal', isRequired: true, isShort: true },
      { name: own('nfseKey'), label: 'Chave da NFS-e deduzida', most: 80, hint: 'Ou a de outro documento, abaixo.' },
      { name: own('nfeKey'), label: 'Chave da NF-e deduzida', most: 80 },
    ],
    more: [
      { name: own('description'), label: 'Descrição, se for outra dedução', most: 150 },
      short(own('municipalNfse.number'), 'Número de NFS-e do padrão do município', 15),
      short(own('municipalNfse.verificationCode'), 'Código de verificação dela', 9),
      short(own('municipalNfse.municipalityCode'), 'Código IBGE do município dela', 7),
      short(own('fiscalNumber'), 'Número de outro documento fiscal', 255),
      short(own('otherNumber'), 'Número de documento não fiscal', 255),
      {
        name: supplier('name'),
        label: 'Nome do fornecedor',
        most: 60,
        hint: 'Com CPF ou CNPJ e endereço, se não há chave de NFS-e nem de NF-e.',
      },
      short(supplier('document'), 'CPF ou CNPJ do fornecedor', 20),
      short(supplier('zipCode'), 'CEP do fornecedor', 9),
      { name: supplier('street'), label: 'Rua ou avenida do fornecedor', most: 60 },
      short(supplier('number'), 'Número do fornecedor', 60),
      short(supplier('complement'), 'Complemento do fornecedor', 60),
      short(supplier('neighborhood'), 'Bairro do fornecedor', 60),
      short(supplier('city'), 'Cidade do fornecedor', 60),
      short(supplier('state'), 'Estado do fornecedor (sigla)', 2),
      {
        ...short(supplier('municipalityCode'), 'Código IBGE da cidade do fornecedor', 7),
        hint: 'Em branco, o Lavra o acha pela cidade e pelo estado.',
      },
    ],
  };
}
