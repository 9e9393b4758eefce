import type { Chapter } from '../../rejections/explanation.ts';
import { tellMaintainers } from '../../rejections/own-fault.ts';

const newCertificate =
  'Veja o certificado com "lavra certificate list" e cadastre um e-CNPJ A1 válido com "lavra certificate add".';
const newerSchema =
  'O leiaute em vigor pode ser mais novo que o instalado: veja "lavra schemas list" e instale o pacote oficial com "lavra schemas add".';

/** The message as a whole: the certificate of the connection, its form, its signature (RN_RECEPCAO_DPS and Signature). */
export const message: Chapter = {
  E1200: { cause: 'O certificado que abriu a conexão não serve para isso.', fix: newCertificate, field: 'certificate' },
  E1203: {
    cause: 'O certificado que abriu a conexão está fora da validade.',
    fix: newCertificate,
    field: 'certificate',
  },
  E1205: {
    cause: 'A cadeia do certificado da conexão está incompleta ou é de outra autoridade.',
    fix: newCertificate,
    field: 'certificate',
  },
  E1206: {
    cause: 'A SEFIN Nacional não conseguiu consultar a lista de certificados revogados.',
    fix: 'Aguarde alguns minutos e emita de novo; se continuar, fale com quem vendeu o certificado.',
  },
  E1207: { cause: 'O certificado da conexão foi revogado.', fix: newCertificate, field: 'certificate' },
  E1208: { cause: 'O certificado da conexão não é da ICP-Brasil.', fix: newCertificate, field: 'certificate' },
  E1209: {
    cause: 'O certificado da conexão não diz o CNPJ ou CPF do titular.',
    fix: newCertificate,
    field: 'certificate',
  },
  E1225: { cause: 'O conteúdo enviado não está em Base64.', fix: tellMaintainers },
  E1226: { cause: 'O conteúdo enviado não descompacta em um XML bem formado.', fix: tellMaintainers },
  E1228: { cause: 'O XML usa prefixo de namespace, o que o padrão não permite.', fix: tellMaintainers },
  E1229: { cause: 'O XML não declara a codificação UTF-8, ou não está nela.', fix: tellMaintainers },
  E1235: { cause: 'O XML não está na forma que o esquema oficial em vigor define.', fix: newerSchema },
  E1242: { cause: 'O XML enviado não é de um documento que o serviço recebe.', fix: tellMaintainers },
  E0001: { cause: 'A versão do leiaute da DPS não é mais aceita.', fix: newerSchema },
  E0004: {
    cause: 'O identificador da DPS não é o que município, inscrição, série e número formam.',
    fix: tellMaintainers,
  },
  E0006: {
    cause: 'A DPS é de um ambiente (produção ou homologação) e o serviço que a recebeu é do outro.',
    fix: 'Confira o ambiente com "lavra company show". O documento guarda o de quando foi criado: para trocar, crie outro.',
  },
  E0714: { cause: 'A assinatura da DPS não confere com o conteúdo dela.', fix: tellMaintainers },
  E0715: {
    cause: 'O certificado que assinou a DPS é inválido, venceu ou foi revogado.',
    fix: newCertificate,
    field: 'certificate',
  },
  E0716: {
    cause: 'O certificado que assinou a DPS não é de um tipo aceito pela ICP-Brasil para assinar.',
    fix: newCertificate,
    field: 'certificate',
  },
  E0717: { cause: 'A DPS chegou sem assinatura.', fix: tellMaintainers },
  E0718: {
    cause: 'O certificado que assinou a DPS não é da empresa que presta o serviço.',
    fix: 'Cadastre com "lavra certificate add" um certificado com a raiz do CNPJ da empresa.',
    field: 'certificate',
  },
};
