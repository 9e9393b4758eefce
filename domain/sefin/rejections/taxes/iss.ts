import type { Chapter } from '../../../rejections/explanation.ts';

const withoutBenefit = 'Retire o código do benefício e a redução dele.';
const askBenefit =
  'Confira com a prefeitura do município de incidência o código do benefício, sua vigência e a quem serve.';

/** How the service is taxed by the ISSQN: taxation, immunity, suspension, benefits (tribMun). */
export const iss: Chapter = {
  E0529: {
    cause: 'A nota diz exportação, e para a SEFIN Nacional a prestação é tributável no Brasil.',
    fix: 'Informe issTaxation 1, ou corrija local da prestação, país do resultado e endereço do tomador.',
    field: 'items[].issTaxation',
  },
  E0530: {
    cause: 'A nota diz operação tributável, e para a SEFIN Nacional a prestação é uma exportação.',
    fix: 'Informe issTaxation 3 com o país do resultado, ou corrija local da prestação e endereço do tomador.',
    field: 'items[].issTaxation',
  },
  E0532: {
    cause: 'O serviço 99.01.01 não tem ISSQN nem ICMS, e a tributação informada é outra.',
    fix: 'Informe issTaxation 4 (não incidência), ou corrija o código do serviço.',
    field: 'items[].issTaxation',
  },
  E0533: {
    cause: 'Só um serviço tributável tem benefício municipal.',
    fix: withoutBenefit,
    field: 'items[].issBenefitCode',
  },
  E0534: { cause: 'O MEI não tem benefício municipal do ISSQN.', fix: withoutBenefit, field: 'items[].issBenefitCode' },
  E0535: {
    cause: 'Regime especial e benefício municipal do ISSQN não vão juntos.',
    fix: withoutBenefit,
    field: 'items[].issBenefitCode',
  },
  E0536: {
    cause: 'O município não dá benefício à ME/EPP que apura este serviço pelo Simples.',
    fix: withoutBenefit,
    field: 'items[].issBenefitCode',
  },
  E0537: {
    cause: 'O município de incidência não está ativo no Sistema Nacional, e nele não há benefício a informar.',
    fix: withoutBenefit,
    field: 'items[].issBenefitCode',
  },
  E0539: {
    cause: 'A nota diz não incidência de um serviço que o município tributa.',
    fix: 'Informe issTaxation 1, ou corrija o código do serviço.',
    field: 'items[].issTaxation',
  },
  E0540: {
    cause: 'O município não tributa este serviço, e a nota diz outra coisa.',
    fix: 'Informe issTaxation 4 (não incidência), ou corrija o código do serviço.',
    field: 'items[].issTaxation',
  },
  E0541: {
    cause: 'O município de incidência não tem benefício com este código.',
    fix: askBenefit,
    field: 'items[].issBenefitCode',
  },
  E0544: {
    cause: 'O benefício municipal não vale na competência do serviço.',
    fix: askBenefit,
    field: 'items[].issBenefitCode',
  },
  E0548: {
    cause: 'O benefício é só para quem está estabelecido no município de incidência.',
    fix: askBenefit,
    field: 'items[].issBenefitCode',
  },
  E0550: {
    cause: 'O benefício municipal não serve a este serviço ou a esta empresa.',
    fix: askBenefit,
    field: 'items[].issBenefitCode',
  },
  E0577: {
    cause: 'O benefício informado não é de redução por percentual.',
    fix: 'Retire o percentual de redução, ou corrija o código do benefício.',
    field: 'items[].issBenefitReduction',
  },
  E0579: {
    cause: 'O benefício informado reduz a base por percentual, e o percentual faltou.',
    fix: 'Informe o percentual que o município deu.',
    field: 'items[].issBenefitReduction',
  },
  E0585: {
    cause: 'Só um serviço tributável tem exigibilidade suspensa.',
    fix: 'Retire o tipo e o processo da suspensão, ou informe issTaxation 1.',
    field: 'items[].issSuspensionType',
  },
  E0586: {
    cause: 'A redução é zero, ou maior que a que o município deu ao benefício.',
    fix: 'Informe o percentual que o município deu.',
    field: 'items[].issBenefitReduction',
  },
  E0587: {
    cause: 'A redução do benefício deixa o ISSQN abaixo de 2 % do valor do serviço.',
    fix: 'Confira com a prefeitura o percentual do benefício para este serviço.',
    field: 'items[].issBenefitReduction',
  },
  E0590: {
    cause: 'Faltou o país em que o serviço exportado teve resultado.',
    fix: 'Informe a sigla ISO do país, com 2 letras.',
    field: 'items[].issResultCountry',
  },
  E0591: {
    cause: 'O país do resultado foi informado em uma prestação que não o pede.',
    fix: 'Retire o país, ou confira local da prestação e endereço do tomador.',
    field: 'items[].issResultCountry',
  },
  E0592: {
    cause: 'O tipo de imunidade vai com um serviço imune, e só com ele.',
    fix: 'Informe o tipo de 1 a 5 com issTaxation 2, ou retire-o.',
    field: 'items[].issImmunityType',
  },
  E0593: {
    cause: 'O tipo de imunidade 0 (não informado) não é aceito de quem emite.',
    fix: 'Informe o tipo de 1 a 5.',
    field: 'items[].issImmunityType',
  },
};
