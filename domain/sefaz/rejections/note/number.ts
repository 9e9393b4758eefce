import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const decide =
  'Se a outra nota é esta mesma venda, use "lavra documents resolve <documento> --adopt <chave>"; se não, --reject, ' +
  'e acerte a numeração com "lavra company set --next-number".';
const keyOfOther =
  'Se a chave foi digitada em referencedDocuments, confira-a na nota de origem; as demais são montadas pelo Lavra.';

/** Number, series and access key of the note: who owns the number, and how the key is made. */
export const number: Chapter = {
  '110': {
    cause: 'O uso da nota foi denegado: o número foi gasto sem que a operação fosse autorizada.',
    fix: 'Regularize a situação cadastral que a SEFAZ apontou e emita de novo: o Lavra usa outro número.',
  },
  '204': {
    cause: 'A SEFAZ já tem uma nota com esta mesma chave, em geral porque a primeira resposta se perdeu.',
    fix: 'O Lavra consulta a chave e adota a nota que encontrar; se parou, veja "lavra documents show <documento>".',
  },
  '205': {
    cause: 'A SEFAZ já tem esta nota como denegada, e o número dela não pode ser usado de novo.',
    fix: 'Regularize a situação cadastral que causou a denegação e emita de novo: o Lavra usa outro número.',
  },
  '206': {
    cause: 'O número da nota foi inutilizado antes desta emissão.',
    fix: 'Emita de novo com POST /v1/fiscal-documents/{id}/emit: o Lavra usa outro número.',
  },
  '218': {
    cause: 'A SEFAZ já tem esta nota, e ela está cancelada.',
    fix: 'Consulte o documento: cancelado, não há mais o que fazer com ele; para a mesma venda, crie outro documento.',
  },
  '236': { cause: 'O dígito verificador da chave de acesso não confere.', fix: keyOfOther },
  '253': { cause: 'O dígito verificador da chave da própria nota não confere.', fix: tellMaintainers },
  '266': {
    cause: 'A série da nota é reservada a emissões no site do fisco.',
    fix: 'Use uma série de 0 a 889: "lavra company set --series".',
    field: 'company.series.55.series',
  },
  '495': {
    cause: 'A série da nota não é das reservadas a emitentes com CPF (920 a 969).',
    fix: 'O Lavra emite por CNPJ: cadastre a empresa pelo CNPJ dela.',
    field: 'company.taxId',
  },
  '502': { cause: 'A chave de acesso não corresponde aos campos de que é feita.', fix: tellMaintainers },
  '503': {
    cause: 'A série da nota é das reservadas a emitentes com CPF (920 a 969).',
    fix: 'Use uma série de 0 a 889: "lavra company set --series".',
    field: 'company.series.55.series',
  },
  '539': { cause: 'O número já é de outra nota do emitente, com outra chave de acesso.', fix: decide },
  '561': { cause: 'O número já é de outra nota do emitente, emitida em outro mês.', fix: decide },
  '562': { cause: 'O número já é de outra nota do emitente, com outro código numérico na chave.', fix: decide },
  '613': { cause: 'A SEFAZ tem este número sob uma chave diferente da consultada.', fix: decide },
  '614': { cause: 'A chave de acesso começa por um código de UF que não existe.', fix: keyOfOther },
  '615': { cause: 'O ano dentro da chave de acesso não é possível.', fix: keyOfOther },
  '616': { cause: 'O mês dentro da chave de acesso não é possível.', fix: keyOfOther },
  '617': { cause: 'O CNPJ ou CPF dentro da chave de acesso não é válido.', fix: keyOfOther },
  '618': { cause: 'O modelo dentro da chave de acesso não é 55 nem 65.', fix: keyOfOther },
  '619': { cause: 'O número da nota dentro da chave de acesso é zero.', fix: keyOfOther },
  '635': {
    cause: 'Uma nota com este número ainda está na fila da SEFAZ.',
    fix: 'Aguarde: o Lavra consulta a chave até a SEFAZ decidir; não crie a venda outra vez.',
  },
  '897': {
    cause: 'O código numérico da chave de acesso é previsível (igual ao número da nota ou uma sequência).',
    fix: tellMaintainers,
  },
};
