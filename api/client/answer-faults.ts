/** Converts error responses of the server to faults whose messages say what to do next. */
import { z } from 'zod';
import { ErrorBody } from '#core/contract/error-body.ts';
import { Fault, FAULTS, type FaultCode } from '#core/contract/faults.ts';

const isCode = (code: string): code is FaultCode => code in FAULTS;

/** `answer` is the response that did not come from Gloss. */
export const notGloss = (url: string, answer: string, cause?: unknown): Fault =>
  new Fault('unreachable', {
    message: `${url} answered ${answer}, which is not Gloss. Check --server and GLOSS_SERVER.`,
    cause,
  });

/** Returns the fault for a response with an error status. `text` is its body. */
export function refusalOf(
  { url, token }: { url: string; token: string | undefined },
  status: number,
  text: string,
): Fault {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    return notGloss(url, String(status), cause);
  }
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return notGloss(url, String(status), parsed.error);
  const { code, message, details } = parsed.data;
  if (code === 'not_signed_in')
    return new Fault(code, {
      message: `The server at ${url} doesn't accept ${token === undefined ? 'requests without a token' : 'your token'}. Set GLOSS_TOKEN to a token from that server.`,
    });
  return new Fault(isCode(code) ? code : 'internal', {
    message: withDetails(message, details),
    details,
  });
}

const Details = z.array(z.object({ field: z.string(), message: z.string() }));
/** Adds the errors of each field. */
function withDetails(message: string, details: unknown): string {
  const parsed = Details.safeParse(details);
  if (!parsed.success) return message;
  return [message, ...parsed.data.map((it) => `${it.field || 'request'}: ${it.message}`)].join(
    '\n',
  );
}
