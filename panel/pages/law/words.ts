import type { LawChange } from '../../../domain/law-calendar.ts';

/** What each change of the law is, as people say it. */
export const changeWords: Record<LawChange, string> = {
  TECHNICAL_RESPONSIBLE_CODES: 'O Paraná pede o código do responsável técnico (CSRT) nas NF-e',
  TAX_GROUP_OF_THE_REFORM: 'Notas do regime normal trazem IBS e CBS',
  TAX_GROUP_OF_THE_REFORM_IN_SIMPLES: 'Notas do Simples Nacional trazem IBS e CBS',
  RETURNS_NAME_ITEMS: 'Devoluções dizem, item por item, de que nota são',
  SERVICES_OUTSIDE_THE_LIST: 'Locações e intangíveis, fora do ISSQN e do ICMS, saem por NFS-e',
  SERVICE_TAX_GROUP_OF_THE_REFORM: 'NFS-e trazem IBS e CBS',
  CONSUMER_NOTES_NOT_REFERRED_TO: 'NF-e de saída não se refere a NFC-e nem a outra nota de varejo',
  DANFE_TOTALS_OF_THE_REFORM: 'O DANFE traz os totais de IBS, CBS e Imposto Seletivo',
  REGISTERS_OF_PARTIES: 'As partes de cada nota são conferidas no cadastro da Receita Federal',
  NOTES_WITHOUT_STATE_REGISTRATION: 'Quem não tem inscrição estadual emite NF-e pela SEFAZ Virtual do RS',
  CONSUMER_NOTES_WITHOUT_STATE_REGISTRATION: 'Quem não tem inscrição estadual emite NFC-e',
  NEW_TAXES_INSIDE_PRICE: 'O preço contém IBS, CBS e Imposto Seletivo',
  NET_VALUES: 'Os valores líquidos que a nota diz são conferidos',
  SIMPLES_PAYS_NEW_TAXES: 'O Simples Nacional recolhe IBS e CBS na guia única',
  SIMPLES_GROUP: 'Notas do Simples Nacional dizem a atividade e o regime de IBS e CBS',
  END_OF_PIS_COFINS: 'PIS e COFINS acabam',
  SELECTIVE_TAX: 'O Imposto Seletivo começa',
  IPI_AT_ZERO: 'O IPI fica em zero, salvo do que concorre com a Zona Franca de Manaus',
};
