import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const checkDocument = 'Confira o CNPJ ou CPF com o tomador.';

/** Who buys the service (toma). */
export const taker: Chapter = {
  E0187: {
    cause: 'O indicador de operação do IBS e da CBS pede que o tomador seja identificado.',
    fix: 'Informe o tomador em client, ou troque ibsCbsOperationIndicator.',
    field: 'client',
  },
  E0188: { cause: 'O CNPJ do tomador não é válido.', fix: checkDocument, field: 'client.document' },
  E0190: {
    cause: 'O CNPJ do tomador não está no cadastro da Receita Federal.',
    fix: checkDocument,
    field: 'client.document',
  },
  E0202: {
    cause: 'O tomador é a própria empresa que presta o serviço.',
    fix: 'Informe outro tomador: não há NFS-e de uma empresa para si mesma.',
    field: 'client.document',
  },
  E0204: {
    cause: 'A nota diz que o tomador retém o ISSQN, mas não traz o CNPJ ou CPF dele.',
    fix: 'Informe o documento do tomador, ou issWithholding 1 (não retido).',
    field: 'client.document',
  },
  E0206: { cause: 'O CPF do tomador não é válido.', fix: checkDocument, field: 'client.document' },
  E0207: {
    cause: 'O CPF do tomador não está no cadastro da Receita Federal.',
    fix: checkDocument,
    field: 'client.document',
  },
  E0223: {
    cause: 'O tomador tem endereço no exterior, mas não se disse seu documento fiscal de lá (NIF).',
    fix: 'Informe o documento do tomador no país dele.',
    field: 'client.document',
  },
  E0226: {
    cause: 'Faltou dizer por que o tomador do exterior não tem documento fiscal (NIF).',
    fix: 'Informe o documento do tomador no país dele, ou que ele é dispensado.',
    field: 'client.document',
  },
  E0229: {
    cause: 'A inscrição municipal do tomador está inativa.',
    fix: tellMaintainers,
  },
  E0232: {
    cause:
      'O município não tem o tomador em seu cadastro complementar (CNC), e a inscrição municipal dele não deve ser informada.',
    fix: tellMaintainers,
  },
  E0233: {
    cause: 'O tomador com documento do exterior veio sem nome.',
    fix: 'Informe o nome do tomador.',
    field: 'client.name',
  },
  E0234: {
    cause:
      'O ISSQN deste serviço, ou o indicador de operação do IBS e da CBS, depende do endereço do tomador, que faltou.',
    fix: 'Informe o endereço completo do tomador.',
    field: 'client.street',
  },
  E0237: {
    cause: 'O tomador retém o ISSQN e seu endereço no Brasil não foi informado.',
    fix: 'Informe o endereço do tomador, ou issWithholding 1 (não retido).',
    field: 'client.street',
  },
  E0238: {
    cause: 'O código do município do tomador não existe no IBGE.',
    fix: 'Corrija o código do município, de 7 algarismos.',
    field: 'client.municipalityCode',
  },
  E0240: {
    cause: 'O CEP do tomador não existe ou não é do município dele.',
    fix: 'Corrija o CEP ou o município do tomador.',
    field: 'client.zipCode',
  },
  E0242: {
    cause: 'O tomador tem documento do exterior e seu endereço de lá não foi informado.',
    fix: 'Informe o endereço do tomador no exterior, com o país.',
    field: 'client.country',
  },
  E0246: {
    cause: 'O país do tomador no exterior não existe, ou é o Brasil.',
    fix: 'Informe a sigla ISO do país, com 2 letras.',
    field: 'client.country',
  },
  E0247: {
    cause: 'O e-mail do tomador não é válido.',
    fix: 'Corrija o e-mail do tomador, ou retire-o.',
    field: 'client.email',
  },
};
