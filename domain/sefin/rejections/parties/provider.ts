import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const showCompany = 'Compare "lavra company show" com o cadastro CNPJ e corrija o que diverge com "lavra company set".';
const noRegime = 'Deixe o regime especial como 0 (nenhum) com "lavra company set".';
const registration =
  'Confira com a prefeitura a inscrição municipal e corrija-a com "lavra company set --municipal-registration".';

/** The company that provides the service (prest). */
export const provider: Chapter = {
  E0080: { cause: 'O CNPJ da empresa não é válido.', fix: tellMaintainers },
  E0082: {
    cause: 'O CNPJ da empresa não estava ativo na competência do serviço.',
    fix: showCompany,
    field: 'service.competence',
  },
  E0084: {
    cause: 'Na competência, o CNPJ não tinha estabelecimento no município que a empresa informa.',
    fix: showCompany,
  },
  E0116: {
    cause: 'O município exige a inscrição municipal da empresa, e ela não foi informada.',
    fix: registration,
    field: 'company.municipalRegistration',
  },
  E0119: {
    cause: 'O município não autoriza esta inscrição municipal a emitir NFS-e.',
    fix: registration,
    field: 'company.municipalRegistration',
  },
  E0120: {
    cause:
      'O município não tem a empresa em seu cadastro complementar (CNC), e a inscrição municipal não deve ser informada.',
    fix: 'Retire a inscrição municipal com "lavra company set --municipal-registration".',
    field: 'company.municipalRegistration',
  },
  E0124: {
    cause: 'A inscrição municipal da empresa está inativa na competência do serviço.',
    fix: registration,
    field: 'company.municipalRegistration',
  },
  E0121: { cause: 'O nome do prestador foi enviado, mas a SEFIN Nacional o toma do CNPJ.', fix: tellMaintainers },
  E0128: { cause: 'O endereço do prestador foi enviado, mas a SEFIN Nacional o toma do CNPJ.', fix: tellMaintainers },
  E0148: {
    cause: 'O e-mail da empresa não é válido.',
    fix: 'Corrija o e-mail com "lavra company set" e emita de novo.',
  },
  E0160: {
    cause: 'A situação da empresa no Simples Nacional não é a do cadastro no mês da competência.',
    fix: 'Confira no portal do Simples Nacional e corrija a opção (não optante, MEI ou ME/EPP) com "lavra company set".',
    field: 'company.nfse.simplesOption',
  },
  E0162: {
    cause: 'O regime de apuração no Simples foi informado por quem não é ME/EPP optante.',
    fix: 'Retire o regime de apuração com "lavra company set".',
    field: 'company.nfse.simplesAssessment',
  },
  E0166: {
    cause: 'Faltou dizer como a ME/EPP apura seus tributos: no Simples ou fora dele.',
    fix: 'Informe o regime de apuração com "lavra company set".',
    field: 'company.nfse.simplesAssessment',
  },
  E0172: {
    cause: 'Só um serviço tributável tem regime especial do ISSQN.',
    fix: noRegime,
    field: 'company.nfse.specialRegime',
  },
  E0174: { cause: 'O MEI não tem regime especial do ISSQN.', fix: noRegime, field: 'company.nfse.specialRegime' },
  E0175: {
    cause: 'Quem apura o ISSQN pelo Simples Nacional não tem regime especial.',
    fix: noRegime,
    field: 'company.nfse.specialRegime',
  },
  E0176: {
    cause: 'O município não tem a empresa como profissional autônomo na competência.',
    fix: 'Confira o regime com a prefeitura e corrija-o com "lavra company set".',
    field: 'company.nfse.specialRegime',
  },
  E0177: {
    cause: 'O município de incidência do ISSQN não admite este regime especial.',
    fix: 'Confira o regime com a prefeitura desse município e corrija-o com "lavra company set".',
    field: 'company.nfse.specialRegime',
  },
  E0178: {
    cause: 'O município de incidência não dá este regime especial à empresa para o serviço prestado.',
    fix: 'Confira com a prefeitura se o regime vale para o código do serviço e corrija-o com "lavra company set".',
    field: 'company.nfse.specialRegime',
  },
};
