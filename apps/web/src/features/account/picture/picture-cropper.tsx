import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Label } from '../../../components/ui/label.tsx';
import type { PictureArea } from './picture-file.ts';
import { m } from '../../../paraglide/messages.js';

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
const ARROW_STEP_PX = 8;

interface PictureCropperProps {
  source: string;
  onChange: (area: PictureArea) => void;
}

/** Selects the square of a picture by dragging and pinching, or with the arrow keys and the slider. */
export default function PictureCropper({ source, onChange }: PictureCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className="flex flex-col gap-3">
      <div className="relative h-64 overflow-hidden rounded-lg bg-black">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          keyboardStep={ARROW_STEP_PX}
          // The Content-Security-Policy forbids inline styles.
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'group',
            'aria-label': m.account_crop_area_use_arrow_keys_to_move(),
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percentages, area) => onChange(area)}
        />
      </div>
      <div className="flex items-center gap-3">
        <Label htmlFor="picture-zoom">{m.account_zoom()}</Label>
        <input
          id="picture-zoom"
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          className="h-11 min-w-0 flex-1 accent-primary"
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
    </div>
  );
}
