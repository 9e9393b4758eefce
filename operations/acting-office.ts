/** The office whose key makes a request, as operations know it. */
export type ActingOffice = { id: string; taxId: string; name: string };
