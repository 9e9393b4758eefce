import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const unlikeSeries = 'Confira as séries, que dois sistemas não podem dividir, e emita esta venda com outro número.';

/**
 * Contingency: the EPEC and the note that follows it (NT 2014.001 v1.41; MOC 7.0 Anexo I, table 4.4). What blocks an issuer (142) is an EPEC
 * whose note was not authorized within 168 hours, and the state's authority alone lifts the block.
 */
export const contingency: Chapter = {
  '121': {
    cause: 'O Ambiente Nacional não aceita EPEC de emitentes do PR e da PB, cujas UFs não o adotam.',
    fix: 'Espere o serviço da UF voltar ou a SVC ser ligada: o Lavra envia a nota sozinho. Se a UF passou a aceitar EPEC, atualize a tabela de contingência.',
  },
  '142': {
    cause: 'O EPEC está bloqueado para a empresa: a nota de um EPEC anterior não foi autorizada em 168 horas (7 dias).',
    fix:
      'Procure as notas em EPEC que ainda não foram autorizadas: o Lavra transmite as que esperam, e as recusadas precisam ser ' +
      'corrigidas e emitidas. Depois, se o bloqueio continua, só a SEFAZ da UF o levanta: fale com ela.',
  },
  '229': {
    cause: 'A inscrição estadual do emitente não foi informada no EPEC.',
    fix: 'Registre a inscrição com "lavra company set --state-registration" e emita de novo.',
  },
  '467': {
    cause: 'A nota tem data, inscrição estadual, destinatário ou valor diferente do EPEC registrado com a mesma chave.',
    fix: `Um EPEC não se altera nem se cancela: a nota precisa repetir o que ele diz. ${tellMaintainers}`,
  },
  '468': {
    cause: 'A nota foi feita para EPEC, e a SEFAZ da UF ainda não recebeu do Ambiente Nacional o EPEC dela.',
    fix:
      'Aguarde alguns minutos e repita com "lavra documents retry". Se a recusa continua, informe à SEFAZ da UF a chave da nota ' +
      'e o protocolo do EPEC, que está em events.',
  },
  '484': {
    cause: 'O EPEC foi pedido para uma nota cuja chave de acesso não é de EPEC (tpEmis 4).',
    fix: tellMaintainers,
  },
  '485': {
    cause: 'O Ambiente Nacional já tem um EPEC da empresa com a mesma série e o mesmo número.',
    fix: `Se é desta nota, o Lavra o encontra pela chave e segue sozinho. Se não é, outro sistema usou o número. ${unlikeSeries}`,
  },
  '659': {
    cause: 'O ano e o mês da data de emissão no EPEC são diferentes dos da chave de acesso da nota.',
    fix: tellMaintainers,
  },
  '661': {
    cause: 'A SEFAZ já tem uma nota com a série e o número do EPEC.',
    fix: `Veja com "lavra documents show" se é a desta venda, enviada antes da contingência. Se não é, outro sistema a emitiu. ${unlikeSeries}`,
  },
  '662': {
    cause: 'A série e o número do EPEC foram inutilizados na SEFAZ da UF.',
    fix: 'Emita esta venda de novo com outro número: um número inutilizado não volta a ser usado.',
  },
  '691': {
    cause:
      'Para esta série e este número a SEFAZ tem um EPEC de outra chave de acesso, e é a nota daquela que ela espera.',
    fix: `Se este sistema não registrou aquele EPEC, outro o fez, e deve transmitir a nota dele. ${unlikeSeries}`,
  },
  '692': {
    cause: 'A nota é de emissão normal, e a SEFAZ espera para este número a nota de um EPEC já registrado.',
    fix: `A nota do EPEC é a que precisa ser transmitida: veja com "lavra documents show" se é desta venda. ${unlikeSeries}`,
  },
};
