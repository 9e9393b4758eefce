import table from '../../../tables/c-class-trib.json' with { type: 'json' };

/** The groups of a situation (CST): each flag both permits and demands its group. */
export type Situation = {
  gIBSCBS: boolean;
  gIBSCBSMono: boolean;
  gRed: boolean;
  gDif: boolean;
  gTransfCred: boolean;
  gCredPresIBSZFM: boolean;
  gAjusteCompet: boolean;
};

/** A classification (cClassTrib): reductions are percentages as text. */
export type Classification = {
  situation: string;
  models: ReadonlySet<'55' | '65'>;
  /** Whether services (NFS-e) may have it. */
  ofServices: boolean;
  reduction: { ibs: string; cbs: string };
  /** The tax that would be due is shown separately, and the rates themselves are zero; undefined where the table was not read. */
  regularTax: boolean | undefined;
  /** First and last day; undefined where the class has no end, or its days were not read. */
  from: string | undefined;
  until: string | undefined;
  /** A credit that was taken is reversed (gEstornoCred): both permitted and demanded. */
  reversal: boolean;
};

export const situations: ReadonlyMap<string, Situation> = new Map(
  table.cst.map((row) => [
    row['CST-IBS/CBS'],
    {
      gIBSCBS: row.ind_gIBSCBS === '1',
      gIBSCBSMono: row.ind_gIBSCBSMono === '1',
      gRed: row.ind_gRed === '1',
      gDif: row.ind_gDif === '1',
      gTransfCred: row.ind_gTransfCred === '1',
      gCredPresIBSZFM: row.ind_gCredPresIBSZFM === '1',
      gAjusteCompet: row.ind_gAjusteCompet === '1',
    },
  ]),
);

export const classifications: ReadonlyMap<string, Classification> = new Map(
  table.cClassTrib.map((row) => [
    row.cClassTrib,
    {
      situation: row['CST-IBS/CBS'],
      models: new Set<'55' | '65'>([
        ...(row.indNFe === '1' ? (['55'] as const) : []),
        ...(row.indNFCe === '1' ? (['65'] as const) : []),
      ]),
      ofServices: row.indNFSe === '1',
      reduction: { ibs: row.pRedIBS ?? '0', cbs: row.pRedCBS ?? '0' },
      regularTax: row.ind_gTribRegular === null ? undefined : row.ind_gTribRegular === '1',
      from: row.dIniVig ?? undefined,
      until: row.dFimVig ?? undefined,
      reversal: row.ind_gEstornoCred === '1',
    },
  ]),
);
