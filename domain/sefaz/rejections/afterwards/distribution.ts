import type { Chapter } from '../../../rejections/explanation.ts';

const certificate =
  'Cadastre com "lavra certificate add" o A1 da empresa, ou de outro estabelecimento com a mesma raiz de CNPJ.';

/** Questions for what others issued (NT 2014.002). */
export const distribution: Chapter = {
  '472': { cause: 'O CPF consultado não é o do certificado.', fix: certificate },
  '473': { cause: 'O certificado não traz CNPJ nem CPF.', fix: certificate },
  '589': {
    cause: 'O NSU consultado é maior que o último que o Ambiente Nacional tem para a empresa.',
    fix: 'Confira o estado em GET /v1/received-documents/distribution: um operador pode voltar o NSU da empresa.',
  },
  '593': { cause: 'A raiz do CNPJ consultado não é a do certificado.', fix: certificate },
  '632': {
    cause: 'A nota tem mais de 90 dias, e o Ambiente Nacional já não a entrega.',
    fix: 'Peça o XML ao fornecedor, que deve guardá-lo.',
  },
  '640': {
    cause: 'A empresa não é parte da nota: nem destinatária, nem transportadora, nem autorizada em autXML.',
    fix: 'Peça ao emitente que inclua a empresa em autXML nas próximas notas, ou que envie o XML desta.',
  },
  '653': {
    cause: 'A nota foi cancelada, e o Ambiente Nacional não entrega o XML dela.',
    fix: 'Não há o que baixar: o resumo e o evento de cancelamento dizem tudo o que se distribui dela.',
  },
  '654': {
    cause: 'O uso da nota foi denegado, e o Ambiente Nacional não entrega o XML dela.',
    fix: 'Não há o que baixar: uma nota denegada não vale, e o fornecedor precisa emitir outra.',
  },
};
