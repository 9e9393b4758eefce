import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const another =
  'Cadastre um certificado A1 válido com "lavra certificate add"; o que espera por ele tenta de novo sozinho.';
const listAndAnother = `Veja os certificados com "lavra certificate list". ${another}`;
const chain =
  'Exporte da certificadora o .pfx com a cadeia inteira (raiz e intermediárias) e cadastre-o com "lavra certificate add".';
const later =
  'Aguarde e peça nova tentativa com "lavra documents retry --company <CNPJ>"; se persistir, avise a certificadora.';

/** The certificate of the connection (280 to 286), that of the signature (290 to 296), and the signature itself. */
export const certificate: Chapter = {
  '213': {
    cause: 'A raiz do CNPJ (os 8 primeiros caracteres) do certificado que assinou não é a da empresa emitente.',
    fix: 'Cadastre com "lavra certificate add" um A1 da própria empresa, matriz ou filial, ou corrija o CNPJ da empresa.',
  },
  '227': {
    cause: 'O CPF do certificado que assinou não é o do emitente da nota.',
    fix: 'O Lavra emite por CNPJ: cadastre a empresa pelo CNPJ e um A1 e-CNPJ dela com "lavra certificate add".',
  },
  '280': { cause: 'O certificado usado na conexão com a SEFAZ não é válido para esse uso.', fix: another },
  '281': { cause: 'O certificado usado na conexão com a SEFAZ venceu ou ainda não vale.', fix: listAndAnother },
  '282': {
    cause: 'O certificado usado na conexão não traz CNPJ nem CPF, então a SEFAZ não sabe de quem ele é.',
    fix: `Use um e-CNPJ A1 da ICP-Brasil. ${another}`,
  },
  '283': { cause: 'A SEFAZ não conseguiu montar a cadeia do certificado da conexão até a ICP-Brasil.', fix: chain },
  '284': { cause: 'O certificado usado na conexão foi revogado pela certificadora.', fix: another },
  '285': {
    cause: 'O certificado usado na conexão não foi emitido por uma certificadora da ICP-Brasil.',
    fix: `Use um e-CNPJ A1 da ICP-Brasil. ${another}`,
  },
  '286': {
    cause: 'A SEFAZ não conseguiu consultar a lista de revogação da certificadora do certificado da conexão.',
    fix: later,
  },
  '290': { cause: 'O certificado que assinou a nota não é válido para assinar.', fix: another },
  '291': { cause: 'O certificado que assinou a nota venceu ou ainda não vale.', fix: listAndAnother },
  '292': {
    cause: 'O certificado que assinou a nota não traz CNPJ nem CPF.',
    fix: `Use um e-CNPJ A1 da ICP-Brasil. ${another}`,
  },
  '293': { cause: 'A SEFAZ não conseguiu montar a cadeia do certificado que assinou até a ICP-Brasil.', fix: chain },
  '294': { cause: 'O certificado que assinou a nota foi revogado pela certificadora.', fix: another },
  '295': {
    cause: 'O certificado que assinou a nota não foi emitido por uma certificadora da ICP-Brasil.',
    fix: `Use um e-CNPJ A1 da ICP-Brasil. ${another}`,
  },
  '296': {
    cause: 'A SEFAZ não conseguiu consultar a lista de revogação da certificadora do certificado que assinou.',
    fix: later,
  },
  '297': {
    cause: 'A assinatura não corresponde ao conteúdo: o XML mudou depois de assinado ou foi assinado com outra chave.',
    fix: tellMaintainers,
  },
  '298': { cause: 'A assinatura não tem a forma que o padrão da NF-e exige.', fix: tellMaintainers },
};
