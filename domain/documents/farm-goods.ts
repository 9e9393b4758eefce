/** A prescription of pesticides: its number, and the CPF of the agronomist who signed it (defensivo). */
export type PesticidePrescription = { number: string; agronomistTaxId: string };

/** Kinds of transit permits: tpGuia. */
export const permitKinds = {
  GTA: '1',
  TTA: '2',
  DTA: '3',
  ATV: '4',
  PTV: '5',
  GTV: '6',
  FOREST: '7',
} as const;

/** The permit that animals, plants or wood travel with (guiaTransito); the number has up to nine digits. */
export type TransitPermit = {
  kind: keyof typeof permitKinds;
  state: string;
  series?: string | null;
  number: string;
};

/** What the law wants told of pesticides, and of animals, plants and wood on their way (agropecuario): one of the two. */
export type FarmGoods = {
  pesticidePrescriptions?: PesticidePrescription[] | null;
  transitPermit?: TransitPermit | null;
};
