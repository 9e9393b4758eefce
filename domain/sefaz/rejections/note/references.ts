import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const field = 'referencedDocuments';
const checkKey = 'Copie de novo a chave, de 44 posições, da nota de origem.';
const itemKey = 'items[].referencedItem.accessKey';
const itemNumber = 'items[].referencedItem.number';

/** Other notes that the note refers to. */
export const references: Chapter = {
  '254': {
    cause: 'A nota complementar, ou de crédito, não diz a que nota se refere.',
    fix: 'Envie a chave da nota completada, ou em referencedAccessKey a da nota ajustada.',
    field,
  },
  '255': {
    cause: 'A nota complementar, ou de crédito, refere-se a mais de uma nota.',
    fix: 'Envie uma chave só, e emita uma nota para cada uma que se completa ou ajusta.',
    field,
  },
  '267': {
    cause: 'A nota referenciada não existe na base da SEFAZ.',
    fix: `${checkKey} Uma nota recente pode demorar a aparecer: nesse caso, emita de novo mais tarde.`,
    field,
  },
  '268': {
    cause: 'A nota complementar refere-se a outra nota complementar.',
    fix: 'Envie a chave da nota original.',
    field,
  },
  '269': {
    cause: 'A nota complementar, ou de crédito, refere-se a uma nota de outro emitente.',
    fix: 'Envie a chave de uma nota da própria empresa; a nota de outro emitente é ele quem completa.',
    field,
  },
  '316': { cause: 'A nota refere-se a si mesma.', fix: checkKey, field },
  '321': {
    cause: 'Um item da devolução não diz que item de que nota é devolvido, o que desde 16/11/2026 é preciso.',
    fix: 'Envie em cada item referencedItem, com a chave da nota de origem e o número do item nela.',
    field: itemKey,
  },
  '522': { cause: 'Uma chave referenciada começa por um código de UF que não existe.', fix: checkKey, field },
  '524': { cause: 'O ano e mês de uma chave referenciada não é possível.', fix: checkKey, field },
  '547': { cause: 'O dígito verificador de uma chave referenciada não confere.', fix: checkKey, field },
  '552': { cause: 'O CNPJ ou CPF dentro de uma chave referenciada não é válido.', fix: checkKey, field },
  '678': {
    cause: 'A nota complementar, ou de crédito, refere-se a uma nota de outra UF.',
    fix: 'Envie a chave de uma nota do mesmo estabelecimento.',
    field,
  },
  '679': {
    cause: 'Uma chave referenciada é de um modelo de documento que não cabe ali.',
    fix: 'Referencie NF-e, NFC-e ou CT-e; confira a chave com o documento de origem.',
    field,
  },
  '680': { cause: 'A mesma chave foi referenciada mais de uma vez.', fix: 'Envie cada chave uma vez só.', field },
  '683': { cause: 'O número da nota dentro de uma chave referenciada é zero.', fix: checkKey, field },
  '686': {
    cause: 'A nota complementar refere-se a uma nota cancelada.',
    fix: 'Envie a chave de uma nota autorizada; a cancelada não pode ser completada.',
    field,
  },
  '687': {
    cause: 'A nota complementar refere-se a uma nota denegada.',
    fix: 'Envie a chave de uma nota autorizada; a denegada não pode ser completada.',
    field,
  },
  '708': {
    cause: 'A NFC-e não pode referenciar outro documento.',
    fix: 'Não envie referencedDocuments, ou emita NF-e para esta operação.',
    field,
  },
  '1003': {
    cause: 'A nota de crédito refere-se a um documento que não é NF-e.',
    fix: 'Envie em referencedAccessKey a chave de uma NF-e (modelo 55).',
    field: 'referencedAccessKey',
  },
  '1010': {
    cause: 'A nota referencia documentos na nota inteira e também nos itens.',
    fix: 'Envie só referencedDocuments ou só referencedItem nos itens.',
    field: itemKey,
  },
  '1027': {
    cause: 'A nota referencia um documento que a finalidade dela não admite.',
    fix: 'Não envie referencedDocuments nem referencedAccessKey nesta nota.',
    field,
  },
  '1038': {
    cause: 'O item precisa dizer qual documento ajusta.',
    fix: 'Envie referencedItem com a chave da nota de origem.',
    field: itemKey,
  },
  '1039': {
    cause: 'O item referencia o número de um item de outra nota onde isso não cabe.',
    fix: 'Envie referencedItem só com a chave.',
    field: itemNumber,
  },
  '1042': {
    cause: 'A nota referencia documentos por item, o que a finalidade dela não admite.',
    fix: 'Não envie referencedItem nos itens.',
    field: itemKey,
  },
  '1048': {
    cause: 'O item precisa dizer qual item da outra nota ajusta.',
    fix: 'Envie em referencedItem também o número do item de origem.',
    field: itemNumber,
  },
  '1072': {
    cause: 'O mesmo item da mesma nota foi referenciado mais de uma vez.',
    fix: 'Junte em uma linha o que se refere ao mesmo item de origem.',
    field: itemKey,
  },
  '1095': {
    cause: 'A nota referenciada não existe ou está cancelada.',
    fix: `${checkKey} Se a nota foi cancelada, ela não pode ser referenciada.`,
    field: 'referencedAccessKey',
  },
  '1102': {
    cause: 'O código indicador do local de fornecimento (cIndOp) não é permitido neste modelo de nota.',
    fix: tellMaintainers,
  },
  '1130': {
    cause: 'O item refere-se a mais de um documento onde só cabe um.',
    fix: 'Emita uma nota para cada documento de origem.',
    field: itemKey,
  },
  '1193': {
    cause: 'Os itens da devolução referem-se a notas de emitentes diferentes.',
    fix: 'Emita uma devolução para cada emitente das notas de origem.',
    field: 'items[].referencedItem.accessKey',
  },
  '1194': {
    cause: 'O destinatário da nota precisa ser o emitente da nota referenciada.',
    fix: 'Acerte o cliente com quem emitiu a nota de origem, ou confira a chave.',
    field: 'client.document',
  },
};
