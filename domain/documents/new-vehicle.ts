/** How a new vehicle is sold: tpOp (J02). */
export const vehicleSales = { OTHER: '0', DEALER: '1', DIRECT_BILLING: '2', DIRECT_SALE: '3' } as const;

/** condVeic (J22). */
export const vehicleConditions = { FINISHED: '1', UNFINISHED: '2', SEMI_FINISHED: '3' } as const;

/** What limits the owner's right to sell the vehicle: tpRest (J26). */
export const vehicleRestrictions = {
  NONE: '0',
  FIDUCIARY: '1',
  LEASING: '2',
  TITLE_RETENTION: '3',
  PLEDGE: '4',
  OTHER: '9',
} as const;

/** A new vehicle (veicProd) as it is registered with RENAVAM. Codes are RENAVAM's; numbers are texts, as in the layout. */
export type NewVehicle = {
  sale: keyof typeof vehicleSales;
  /** VIN of 17 characters. */
  chassis: string;
  /** Whether the chassis number was stamped anew (VIN R). */
  isRemarked?: boolean | null;
  colorCode: string;
  color: string;
  power: string;
  displacement: string;
  netWeight: string;
  grossWeight: string;
  serialNumber: string;
  fuel: string;
  engineNumber: string;
  towingCapacity: string;
  wheelbase: string;
  modelYear: string;
  manufactureYear: string;
  paint: string;
  type: string;
  species: string;
  condition: keyof typeof vehicleConditions;
  modelCode: string;
  standardColor: string;
  seats: string;
  restriction: keyof typeof vehicleRestrictions;
};

type TextName = {
  [Name in keyof NewVehicle]-?: NewVehicle[Name] extends string
    ? string extends NewVehicle[Name]
      ? Name
      : never
    : never;
}[keyof NewVehicle];

/** Its texts with the most characters that the layout takes (PL_010f v1.04, J03 to J25). */
export const vehicleTexts: readonly (readonly [name: TextName, most: number])[] = [
  ['colorCode', 4],
  ['color', 40],
  ['power', 4],
  ['displacement', 4],
  ['netWeight', 9],
  ['grossWeight', 9],
  ['serialNumber', 9],
  ['fuel', 2],
  ['engineNumber', 21],
  ['towingCapacity', 9],
  ['wheelbase', 4],
  ['paint', 1],
];
