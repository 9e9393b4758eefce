import type { Chapter } from '../../../rejections/explanation.ts';

const field = 'items[].cfop';

/** The CFOP against the direction, the route, the purpose and the taxes of the operation. */
export const cfop: Chapter = {
  '327': {
    cause: 'A nota é de devolução e o CFOP do item não é de devolução.',
    fix: 'Use um CFOP de devolução, como 5202, 6202, 5411 ou 6411 (1202, 2202, 1411 ou 2411 na entrada); 1949 e 2949 servem a qualquer devolução.',
    field,
  },
  '328': {
    cause: 'O CFOP do item é de devolução e a nota não tem essa finalidade.',
    fix: 'Envie purpose RETURN, com a nota e o item de origem em referencedItem de cada item, ou use o CFOP da operação de verdade (1949 ou 2949, se nenhum outro descreve a entrada).',
    field: 'purpose',
  },
  '374': {
    cause: 'O CFOP do item é de serviço (1933, 2933, 5933, 6933) e o item é de mercadoria, com ICMS.',
    fix: 'Use o CFOP da mercadoria, ou emita uma NFS-e para o serviço.',
    field,
  },
  '159': {
    cause: 'A empresa não tem inscrição estadual, e o CFOP do item é de operação de quem tem.',
    fix: 'Informe a inscrição estadual com "lavra company set", ou use um CFOP dos que a tabela admite sem ela.',
    field,
  },
  '337': {
    cause: 'A empresa é MEI, e o MEI não usa este CFOP com o CSOSN do item.',
    fix: 'Com o CSOSN 102 o MEI vende por 5102 ou 6102; remessas, devoluções e o que não é venda vão com o CSOSN 900.',
    field,
  },
  '382': {
    cause: 'O CFOP do item não é permitido com o CST do ICMS dele.',
    fix: 'Acerte cfop ou icmsSituation: os dois precisam descrever a mesma operação.',
    field,
  },
  '386': {
    cause: 'O CFOP do item não é permitido com o CSOSN dele.',
    fix: 'Acerte cfop ou icmsSituation: os dois precisam descrever a mesma operação.',
    field,
  },
  '518': {
    cause: 'O CFOP do item é de entrada (1, 2 ou 3) e a nota é de saída.',
    fix: 'Use um CFOP de saída (5, 6 ou 7), ou envie operationType IN se a mercadoria entra.',
    field,
  },
  '519': {
    cause: 'O CFOP do item é de saída (5, 6 ou 7) e a nota é de entrada.',
    fix: 'Use um CFOP de entrada (1, 2 ou 3), ou não envie operationType IN se a mercadoria sai.',
    field,
  },
  '521': {
    cause: 'O CFOP é de operação interna e o destinatário, contribuinte do ICMS, é de outra UF.',
    fix: 'Use um CFOP interestadual (6 nas saídas, 2 nas entradas), ou corrija a UF do cliente.',
    field,
  },
  '523': {
    cause: 'O CFOP não é de operação interna e o destinatário é da mesma UF do emitente.',
    fix: 'Use um CFOP interno (5 nas saídas, 1 nas entradas), ou corrija a UF do cliente.',
    field,
  },
  '701': {
    cause: 'O CFOP é de exportação indireta e a nota não referencia a nota de origem.',
    fix: 'Informe em referencedDocuments a chave da nota da remessa com fim de exportação.',
    field: 'referencedDocuments',
  },
  '725': {
    cause: 'O CFOP do item não serve para NFC-e.',
    fix: 'Use um CFOP de venda ao consumidor dentro do estado, como 5102 ou 5405, ou emita NF-e.',
    field,
  },
  '731': {
    cause: 'O CFOP é de operação com o exterior (3 ou 7) e a operação não é.',
    fix: 'Use um CFOP 5 ou 6 nas saídas (1 ou 2 nas entradas), ou envie o país do cliente do exterior.',
    field,
  },
  '732': {
    cause: 'O CFOP é interestadual (2 ou 6) e a operação não é.',
    fix: 'Use um CFOP interno (5 nas saídas, 1 nas entradas), ou corrija a UF do cliente.',
    field,
  },
  '733': {
    cause: 'O CFOP é interno (1 ou 5) e a operação não é.',
    fix: 'Use um CFOP interestadual (6 nas saídas, 2 nas entradas), ou corrija a UF do cliente.',
    field,
  },
  '770': {
    cause: 'O CFOP do item não existe na tabela.',
    fix: 'Procure na tabela de CFOP o código da operação e corrija-o.',
    field,
  },
  '1179': {
    cause: 'O CFOP do item não serve para devolução ou retorno emitido por MEI.',
    fix: 'Use um dos CFOPs de devolução que a tabela admite para MEI, ou acerte o regime da empresa se ela não é MEI.',
    field,
  },
};
