// Workflows import this file: it may import nothing but types.

/** How a note is issued while its authority does not answer, as the API names it. */
export const contingencyModes = ['OFFLINE', 'SVC', 'EPEC'] as const;
export type ContingencyMode = (typeof contingencyModes)[number];

/** tpEmis (MOC 7.0, B22): 1 normal, 4 EPEC, 6 SVC-AN, 7 SVC-RS, 9 offline: an NFC-e, or an NF-e in a coupon. */
export const emissionTypes = ['1', '4', '6', '7', '9'] as const;
export type EmissionType = (typeof emissionTypes)[number];

/** The fields of a note that was issued in contingency (dhCont and xJust). */
export type IssuedInContingency = {
  emissionType: Exclude<EmissionType, '1'>;
  /** dhCont: when the contingency was entered. */
  since: Date;
  /** xJust: 15 to 256 characters. */
  reason: string;
};

/** The mode of a tpEmis; null for a note that was issued normally. */
export function modeOfEmissionType(emissionType: string): ContingencyMode | null {
  switch (emissionType) {
    case '9':
      return 'OFFLINE';
    case '6':
    case '7':
      return 'SVC';
    case '4':
      return 'EPEC';
    default:
      return null;
  }
}

/** tpEmis of the note, from its access key. */
export const emissionTypeOfKey = (accessKey: string): string => accessKey.charAt(34);

/** Whether the note is valid before the authority has it, so that it is transmitted later: the buyer already has its coupon or DANFE. */
export const isTransmittedLater = (mode: ContingencyMode | null): boolean => mode === 'OFFLINE' || mode === 'EPEC';
