/** How large the office is whose month a browser closes: small in the suite, and of 200 companies with 50 notes each by `OFFICE_COMPANIES=200 OFFICE_NOTES=50`. */
export const officeSize = {
  companies: Number(process.env.OFFICE_COMPANIES ?? 6),
  notes: Number(process.env.OFFICE_NOTES ?? 4),
};
