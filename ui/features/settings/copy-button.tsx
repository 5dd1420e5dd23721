import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';

interface CopyProps {
  text: string;
  label: string;
  copied: string;
  /** shown if the browser does not allow copying */
  failed: string;
}

export function CopyButton({ text, label, copied, failed }: CopyProps) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      toast.success(copied);
    } catch (error) {
      console.info('Nothing was copied.', error);
      toast.error(failed);
    }
  };
  return (
    <Button onClick={() => void copy()}>
      {done ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      {label}
    </Button>
  );
}
