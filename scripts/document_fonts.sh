#!/usr/bin/env bash
# Makes the fallback fonts of the documents anew, in crates/documents/fonts: cut from Noto as Debian 12 packages it.
#
# Needs the packages fonts-noto-core 20201225-1 and fonts-noto-cjk 1:20220127+repack1-1, and pyftsubset of fonttools 4.68
# (pip install fonttools). The first argument names another folder than /usr/share/fonts. The same versions give the same bytes.
set -eu
from=${1:-/usr/share/fonts}
to=$(dirname "$0")/../crates/documents/fonts
export SOURCE_DATE_EPOCH=1609459200

# What the PDF needs no table for is left out: hinting, styles, device widths.
cut_font() { # file, name of the result, letters, features, more options
    local file=$1 name=$2 letters=$3 features=$4
    shift 4
    pyftsubset "$from/$file" --output-file="$to/$name" --unicodes="$letters" --layout-features="$features" \
        --no-hinting --drop-tables+=BASE,STAT,gasp,DSIG --name-IDs='*' --notdef-outline "$@"
}

# Latin, Greek and Cyrillic beyond what Inter has; whole words in it where a mark of Inter lacks its letter or a letter its mark.
latin=U+0020-024F,U+0250-02FF,U+0300-036F,U+0370-03FF,U+0400-052F,U+1AB0-1AFF,U+1C80-1C8F,U+1D00-1DFF,U+1E00-1EFF,U+1F00-1FFF
latin=$latin,U+2000-206F,U+2070-209F,U+20A0-20CF,U+20F0,U+2100-218F,U+25CC,U+2C60-2C7F,U+2DE0-2DFF,U+2E00-2E5F,U+A640-A69F
latin=$latin,U+A700-A7FF,U+AB30-AB6F,U+FB00-FB06,U+FE20-FE2F
# Hebrew and Arabic with the blank and the signs that stand inside names.
hebrew=U+0020-0040,U+005B-0060,U+007B-007E,U+00A0,U+0590-05FF,U+2010-2015,U+2018-201E,U+2026,U+20AA,U+25CC,U+FB1D-FB4F
arabic=U+0020-0040,U+005B-0060,U+007B-007E,U+00A0,U+0600-06FF,U+0750-077F,U+08A0-08FF,U+200C-200D,U+2010-2015,U+2018-201E
arabic=$arabic,U+2026,U+25CC,U+FB50-FDFF,U+FE70-FEFF
# The unified ideographs, every Hangul syllable, kana, bopomofo and the full-width forms. The last two are common in names, and beyond
# the first plane: with them the table of letters is of the form that has room for more than 32,768 glyphs.
han=U+3000-30FF,U+3105-312F,U+3131-318E,U+31A0-31BF,U+31F0-31FF,U+3400-3402,U+4E00-9FFF,U+AC00-D7A3,U+F900-FAFF,U+FF01-FF9F,U+FFE0-FFE6
han=$han,U+20B9F,U+20BB7

marks=ccmp,locl,kern,mark,mkmk
joined=$marks,isol,init,medi,fina,rlig,liga,calt
for weight in Regular Bold; do
    cut_font "truetype/noto/NotoSans-$weight.ttf" "NotoSans-$weight.ttf" "$latin" "$marks"
    cut_font "truetype/noto/NotoSansHebrew-$weight.ttf" "NotoSansHebrew-$weight.ttf" "$hebrew" "$marks"
    cut_font "truetype/noto/NotoSansArabic-$weight.ttf" "NotoSansArabic-$weight.ttf" "$arabic" "$joined"
done
# The third of the collection: simplified forms where the countries write a sign differently.
cut_font opentype/noto/NotoSansCJK-Regular.ttc NotoSansCJKsc-Regular.otf "$han" '' --font-number=2
