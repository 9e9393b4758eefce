import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const askCity = 'Pergunte à prefeitura do município da empresa; no Lavra não há o que corrigir.';
const laterCompetence =
  'Confira com a contabilidade o dia em que o serviço foi prestado e informe uma competência posterior.';

/** Number, dates and city of the DPS. */
export const identification: Chapter = {
  E0008: {
    cause: 'A emissão da DPS está no futuro para o relógio da SEFIN Nacional.',
    fix: 'Acerte o relógio do servidor (NTP), ou emita de novo sem issueDateTime.',
    field: 'issueDateTime',
  },
  E0010: {
    cause: 'A série da DPS não é de sistema próprio, cuja faixa vai de 1 a 49999.',
    fix: 'Troque a série com "lavra company set" por uma de 1 a 49999.',
    field: 'company.nfse.series',
  },
  E0014: {
    cause: 'Já há uma NFS-e gerada por uma DPS de mesma série, número, município e inscrição.',
    fix: 'Se outro sistema usa o mesmo CNPJ, dê ao Lavra uma série só dele com "lavra company set".',
    field: 'company.nfse.series',
  },
  E0015: {
    cause: 'A competência é posterior à emissão da DPS.',
    fix: 'Informe o dia em que o serviço foi prestado, que não passa do dia da emissão.',
    field: 'service.competence',
  },
  E0016: {
    cause: 'Na competência informada o município ainda não tinha convênio ativo com o Sistema Nacional.',
    fix: laterCompetence,
    field: 'service.competence',
  },
  E0018: {
    cause: 'A competência é anterior à inscrição da empresa no CNPJ.',
    fix: laterCompetence,
    field: 'service.competence',
  },
  E0020: {
    cause: 'A competência é anterior à inscrição de quem emite no CPF.',
    fix: laterCompetence,
    field: 'service.competence',
  },
  E0023: {
    cause: 'A competência é anterior ao dia desde quando o município tem a empresa em seu cadastro complementar (CNC).',
    fix: laterCompetence,
    field: 'service.competence',
  },
  E0025: {
    cause: 'Na competência informada o município ainda não autorizava a empresa a usar o emissor nacional.',
    fix: 'Informe uma competência a partir da autorização, ou peça à prefeitura que a antecipe.',
    field: 'service.competence',
  },
  E0029: {
    cause: 'A DPS diz por que o tomador ou o intermediário a emite, mas quem emite é o prestador.',
    fix: tellMaintainers,
  },
  E0037: {
    cause: 'O município da empresa não tem convênio com o Sistema Nacional NFS-e neste ambiente.',
    fix: 'Confira o município com "lavra company show" e pergunte à prefeitura; até haver convênio, emita pelo sistema dela.',
  },
  E0038: { cause: 'O convênio do município da empresa com o Sistema Nacional não está ativo.', fix: askCity },
  E0039: {
    cause: 'O município da empresa tem emissor próprio e não usa o emissor nacional.',
    fix: 'Emita pelo sistema da prefeitura, ou pergunte a ela quando o emissor nacional será usado.',
  },
  E0041: {
    cause: 'O município da empresa não é o do cadastro CNPJ do MEI.',
    fix: 'Compare "lavra company show" com o cadastro CNPJ e corrija o município com "lavra company set".',
  },
  E9996: { cause: 'O emissor nacional aceita só DPS emitida pelo prestador do serviço.', fix: tellMaintainers },
};
