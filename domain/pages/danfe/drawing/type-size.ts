/** The type of item and additional text, and the room between a rule and text; lengths in centimetres. */
export const lineCm = 0.26;
export const smallPt = 6.5;
export const paddingCm = 0.07;
