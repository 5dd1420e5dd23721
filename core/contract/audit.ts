/** The audit log for the operator: who did what, when, and from which address. */
import { z } from 'zod';

export const AuditEntry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  /** such as `sign-in.password`, `thread.deleted` */
  action: z.string(),
  /** `ok`, or the error code */
  outcome: z.string(),
  /** null for an unknown person */
  user: z
    .object({
      _id: z.uuid(),
      /** null after the account was deleted */
      email: z.string().nullable(),
    })
    .nullable(),
  /** an id, or the address that was entered */
  object: z.string().nullable(),
  /** of the client, behind trusted proxies */
  address: z.string(),
  /** the user agent */
  agent: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
/**
 * `GET audit?user=&action=&cursor=&limit=`: newest first. `user`: an id or an address; `action`:
 * one action, or the prefix of several, such as `sign-in`.
 */
export const AuditPage = z.object({ docs: z.array(AuditEntry), next: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;
