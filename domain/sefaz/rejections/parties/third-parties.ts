import type { Chapter } from '../../../rejections/explanation.ts';

const csrt =
  'Registre o identificador e o código que a SEFAZ deu ao responsável técnico neste ambiente: "lavra company csrt set".';

/** The party responsible for the software (infRespTec) and who else may download the note (autXML). */
export const thirdParties: Chapter = {
  '323': {
    cause: 'Há um CNPJ inválido entre os autorizados a baixar o XML.',
    fix: 'Corrija a lista: "lavra company set --aut-xml".',
    field: 'company.autXml',
  },
  '324': {
    cause: 'O CNPJ do destinatário está entre os autorizados a baixar o XML, o que ele já é por ser parte da nota.',
    fix: 'Tire o CNPJ dele da lista: "lavra company set --aut-xml".',
    field: 'company.autXml',
  },
  '325': {
    cause: 'Há um CPF inválido entre os autorizados a baixar o XML.',
    fix: 'Corrija a lista: "lavra company set --aut-xml".',
    field: 'company.autXml',
  },
  '326': {
    cause: 'O CPF do destinatário está entre os autorizados a baixar o XML, o que ele já é por ser parte da nota.',
    fix: 'Tire o CPF dele da lista: "lavra company set --aut-xml".',
    field: 'company.autXml',
  },
  '486': {
    cause: 'A UF exige que a nota identifique o escritório de contabilidade entre os autorizados a baixar o XML.',
    fix: 'Inclua o CNPJ ou CPF do contador: "lavra company set --aut-xml".',
    field: 'company.autXml',
  },
  '487': {
    cause: 'O escritório de contabilidade autorizado a baixar o XML não está cadastrado na SEFAZ.',
    fix: 'Confira com o contador o CNPJ ou CPF que ele cadastrou e corrija: "lavra company set --aut-xml".',
    field: 'company.autXml',
  },
  '972': {
    cause: 'A UF exige os dados do responsável técnico pelo sistema emissor.',
    fix: 'Informe-os com "lavra company set --technical-cnpj", "--technical-contact", "--technical-email" e "--technical-phone".',
    field: 'company.technicalResponsible',
  },
  '973': {
    cause: 'O CNPJ do responsável técnico não é válido.',
    fix: 'Corrija-o: "lavra company set --technical-cnpj".',
    field: 'company.technicalResponsible.cnpj',
  },
  '974': {
    cause: 'O CNPJ do responsável técnico não é o que a SEFAZ tem cadastrado para a empresa.',
    fix: 'Use o CNPJ cadastrado na SEFAZ: "lavra company set --technical-cnpj".',
    field: 'company.technicalResponsible.cnpj',
  },
  '975': { cause: 'A UF exige o código de segurança do responsável técnico (CSRT).', fix: csrt },
  '976': { cause: 'O identificador do CSRT não está cadastrado na SEFAZ.', fix: csrt },
  '977': { cause: 'O identificador do CSRT foi revogado na SEFAZ.', fix: csrt },
  '978': { cause: 'O hash do CSRT não é o que a SEFAZ calculou.', fix: csrt },
};
